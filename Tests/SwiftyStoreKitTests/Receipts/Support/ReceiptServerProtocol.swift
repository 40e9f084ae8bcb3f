import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries requests to the servers of tests.
final class ReceiptServerProtocol: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool {
        ReceiptServer.find(request) != nil
    }

    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let server = ReceiptServer.find(request), let url = request.url else {
            client?.urlProtocol(self, didFailWithError: URLError(.cannotFindHost))
            return
        }
        switch server.answer(request, request.sentBody) {
        case .failure(let code): client?.urlProtocol(self, didFailWithError: URLError(code))
        case .body(let body, let status): answer(url, body, status)
        }
    }

    override func stopLoading() {}

    private func answer(_ url: URL, _ body: String, _ status: Int) {
        guard
            let response = HTTPURLResponse(
                url: url,
                statusCode: status,
                httpVersion: nil,
                headerFields: nil
            )
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(body.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }
}

extension URLRequest {
    /// The body, which Apple's Foundation turns into a stream.
    fileprivate var sentBody: Data {
        if let httpBody { return httpBody }
        guard let stream = httpBodyStream else { return Data() }
        stream.open()
        defer { stream.close() }
        var body = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
            body.append(contentsOf: buffer[..<count])
        }
        return body
    }
}
