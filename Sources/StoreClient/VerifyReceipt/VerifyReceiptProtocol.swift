import Foundation
package import FoundationNetworking
import LocalAppStore

/// Handles requests to Apple's two verifyReceipt addresses inside the process, with the store in
/// use.
///
/// It handles no other address. Without a store the request fails with an error that says what to
/// set; nothing goes to the network.
final class VerifyReceiptProtocol: URLProtocol {
    /// A session whose requests to the two addresses are handled here, and all others as usual.
    static let session: URLSession = {
        let configuration = URLSessionConfiguration.default
        configuration.protocolClasses =
            [VerifyReceiptProtocol.self] + (configuration.protocolClasses ?? [])
        return URLSession(configuration: configuration)
    }()

    /// Whether the address is one of Apple's two.
    override class func canInit(with request: URLRequest) -> Bool {
        service(for: request.url) != nil
    }

    /// The request as it is.
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    /// Responds immediately, on the queue that Foundation calls this on.
    override func startLoading() {
        do {
            let (response, body) = try respond()
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(self, didLoad: body)
            client?.urlProtocolDidFinishLoading(self)
        } catch {
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    /// Has nothing to stop: loading has ended before this can be called.
    override func stopLoading() {}

    private func respond() throws -> (URLResponse, Data) {
        guard let url = request.url, let service = Self.service(for: url),
            let response = HTTPURLResponse(
                url: url,
                statusCode: 200,
                httpVersion: "HTTP/1.1",
                headerFields: ["Content-Type": "application/json"]
            )
        else { throw URLError(.unsupportedURL) }
        let body = try scope.connection.store()
            .verifyReceipt(request.sentBody, method: request.httpMethod ?? "GET", at: service)
        return (response, body)
    }

    /// Foundation calls a protocol on a queue of its own, so the request names its scope.
    private var scope: StoreScope {
        guard let name = request.value(forHTTPHeaderField: Self.scopeField) else { return .process }
        return UUID(uuidString: name).flatMap(StoreScope.scope(withID:)) ?? .ended
    }

    fileprivate static let scopeField = "StoreKit-Scope"

    private static func service(for url: URL?) -> VerifyReceiptService? {
        guard let url, url.scheme == "https", url.path == "/verifyReceipt" else { return nil }
        return VerifyReceiptService.allCases.first { $0.host == url.host }
    }
}

extension StoreScope {
    /// A request to verifyReceipt that the store of this scope responds to.
    ///
    /// The name of the scope is a field of the header, because Foundation on Linux loses properties
    /// that `URLProtocol` sets on a request.
    package func verifyReceiptRequest(_ request: URLRequest) -> URLRequest {
        guard self !== StoreScope.process else { return request }
        var request = request
        request.setValue(id.uuidString, forHTTPHeaderField: VerifyReceiptProtocol.scopeField)
        return request
    }
}

extension URLRequest {
    fileprivate var sentBody: Data {
        if let httpBody { return httpBody }
        guard let stream = httpBodyStream else { return Data() }
        stream.open()
        defer { stream.close() }
        return stream.rest
    }
}

extension InputStream {
    fileprivate var rest: Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(&buffer, maxLength: buffer.count)
            guard count > 0 else { return data }
            data.append(contentsOf: buffer[..<count])
        }
    }
}
