import Foundation
import SwiftyStoreKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Apple's two addresses inside the process; the test sets the responses.
// Unchecked because every access to `responses` holds `lock`.
final class ReceiptServer: @unchecked Sendable {
    /// The server's response to a request.
    enum Response: Sendable {
        case body(String, httpStatus: Int = 200)
        case failure(URLError.Code)

        static func status(_ status: Int, _ more: String = "") -> Response {
            .body("{\"status\":\(status)\(more)}")
        }
    }

    typealias Service = AppleReceiptValidator.VerifyReceiptURLType

    private static let servers = ServerList()

    let services = Recorder<Service>()
    let methods = Recorder<String>()
    let bodies = Recorder<[String: Any]>()
    private let host = UUID().uuidString.lowercased() + ".invalid"
    private let lock = NSLock()
    private var responses: [Response]

    /// Sends each of the responses in turn, and then the last one repeatedly.
    init(_ responses: Response...) {
        self.responses = responses
        Self.servers.add(self, host)
    }

    static func find(_ request: URLRequest) -> ReceiptServer? {
        request.url?.host.flatMap(servers.find)
    }

    func makeValidator(
        _ service: Service = .production,
        sharedSecret: String? = nil,
        excludeOldTransactions: Bool = false
    ) -> AppleReceiptValidator {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [ReceiptServerProtocol.self]
        return AppleReceiptValidator(
            service: service,
            sharedSecret: sharedSecret,
            excludeOldTransactions: excludeOldTransactions,
            session: URLSession(configuration: configuration),
            address: { [host] in
                URL(string: "https://\(host)/\($0 == .production ? "production" : "sandbox")")
            }
        )
    }

    func respond(to request: URLRequest, _ body: Data) -> Response {
        services.record(request.url?.lastPathComponent == "production" ? .production : .sandbox)
        methods.record(request.httpMethod ?? "none")
        bodies.record((try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:])
        return lock.withLock { responses.count > 1 ? responses.removeFirst() : responses[0] }
    }
}

extension AppleReceiptValidator {
    /// The result of a validation.
    func result(_ receipt: String = "receipt") async -> VerifyReceiptResult {
        await withCheckedContinuation { continuation in
            validate(receiptData: Data(receipt.utf8)) { continuation.resume(returning: $0) }
        }
    }
}

/// Sends requests to the servers of tests.
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
        switch server.respond(to: request, request.sentBody) {
        case .failure(let code): client?.urlProtocol(self, didFailWithError: URLError(code))
        case .body(let body, let status): respond(url, body, status)
        }
    }

    override func stopLoading() {}

    private func respond(_ url: URL, _ body: String, _ status: Int) {
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
    /// The body, which Apple's Foundation replaces by a stream.
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

/// The servers by host, as long as their tests retain them.
// Unchecked because every access to `servers` holds `lock`.
final class ServerList: @unchecked Sendable {
    private struct Entry {
        weak var server: ReceiptServer?
    }

    private let lock = NSLock()
    private var servers: [String: Entry] = [:]

    func add(_ server: ReceiptServer, _ host: String) {
        lock.withLock { servers[host] = Entry(server: server) }
    }

    func find(_ host: String) -> ReceiptServer? {
        lock.withLock { servers[host]?.server }
    }
}
