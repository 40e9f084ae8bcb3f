public import AppReceipt
public import Foundation
import StrictJSON

/// A client of an entitlement service, for the server of an app.
///
/// It makes requests and reads responses. Sending them is left to the HTTP client of the server, as
/// here to AsyncHTTPClient:
///
/// ```swift
/// let client = EntitlementClient(
///     url: service, key: key, app: "com.example.teacup", environment: .production
/// ) { request in
///     var outgoing = HTTPClientRequest(url: request.url.absoluteString)
///     outgoing.method = .RAW(value: request.method)
///     for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
///     if let body = request.body { outgoing.body = .bytes(body) }
///     let response = try await HTTPClient.shared.execute(outgoing, timeout: .seconds(10))
///     let body = try await response.body.collect(upTo: 4 << 20)
///     return .init(status: Int(response.status.code), body: Data(body.readableBytesView))
/// }
/// let canRead = try await client.entitlements(of: "user:42").contains {
///     $0.name == "gazette" && $0.isGranted
/// }
/// ```
///
/// A customer is named by an `appAccountToken`, an original transaction identifier,
/// `app-transaction:` and an `appTransactionId`, or `user:` and an identifier of the server's own.
public struct EntitlementClient: Sendable {
    /// Sends a request once, and returns the response with any status.
    public typealias Send = @Sendable (Request) async throws -> Response

    private let url: URL
    private let key: String
    private let scope: [(name: String, value: String)]
    private let send: Send

    /// Makes a client for an app in an environment.
    ///
    /// - Parameters:
    ///   - url: The URL before `v1`.
    ///   - key: The reader's key; calls that change something need one with `writes`.
    ///   - app: The bundle identifier.
    ///   - environment: The environment of the purchases.
    ///   - send: Sends a request. Its errors are thrown on.
    public init(
        url: URL,
        key: String,
        app: String,
        environment: JWSEnvironment,
        send: @escaping Send
    ) {
        self.url = url
        self.key = key
        scope = [("app", app), ("environment", environment.rawValue)]
        self.send = send
    }

    /// A request to the service.
    public struct Request: Hashable, Sendable {
        /// The method, such as `GET`.
        public let method: String
        /// The URL.
        public let url: URL
        /// The header fields by their names, with the key.
        public let headers: [String: String]
        /// The body in JSON; `nil` for none.
        public let body: Data?
    }

    /// A response of the service.
    public struct Response: Hashable, Sendable {
        /// The status.
        public var status: Int
        /// The body.
        public var body: Data

        /// Makes a response.
        public init(status: Int, body: Data) {
            self.status = status
            self.body = body
        }
    }

    /// The reason why there is no result.
    public enum Error: Swift.Error, Hashable, LocalizedError {
        /// The service refused: a status other than 200, and the code and message of its body.
        case refused(status: Int, code: String?, message: String?)
        /// The response is not as expected, for this reason.
        case unusable(String)

        /// The reason in words.
        public var errorDescription: String? {
            switch self {
            case .refused(let status, _, let message):
                message ?? "The entitlement service responded with the status \(status)."
            case .unusable(let reason):
                "The entitlement service's response is unusable: \(reason)"
            }
        }
    }
}

extension EntitlementClient {
    /// Sends a request and reads the response.
    func perform<Value>(
        _ path: [String],
        method: String = "GET",
        query: [(name: String, value: String)] = [],
        body: [String: JSONValue]? = nil,
        _ read: (JSONNode) throws(JSONMismatch) -> Value
    ) async throws -> Value {
        let response = try await send(request(method, path, scope + query, body))
        let content = Result { () throws(JSONMismatch) in
            try JSONNode(document: Array(response.body)).object()
        }
        guard response.status == 200 else {
            let error = try? content.get()["error"]
            throw Error.refused(
                status: response.status,
                code: try? error?["code"].plainText(),
                message: try? error?["message"].plainText()
            )
        }
        do throws(JSONMismatch) {
            return try read(try content.get())
        } catch {
            let place = error.path.isEmpty ? "the body" : error.path
            throw Error.unusable("\(place): \(error.reason)")
        }
    }

    private func request(
        _ method: String,
        _ path: [String],
        _ query: [(name: String, value: String)],
        _ body: [String: JSONValue]?
    ) throws(Error) -> Request {
        var headers = ["Authorization": "Bearer \(key)"]
        if body != nil { headers["Content-Type"] = "application/json" }
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let base = (parts?.percentEncodedPath ?? "").split(separator: "/").map(String.init)
        let segments = base + (["v1"] + path).map(Self.escaped)
        parts?.percentEncodedPath = "/" + segments.joined(separator: "/")
        parts?.percentEncodedQuery =
            query.map { "\($0.name)=\(Self.escaped($0.value))" }.joined(separator: "&")
        guard let url = parts?.url else { throw .unusable("it has no URL for the request") }
        return Request(
            method: method,
            url: url,
            headers: headers,
            body: body.map { Data(JSONValue.object($0).bytes) }
        )
    }

    /// A value of a path or a query with its reserved characters escaped.
    private static func escaped(_ text: String) -> String {
        let plain = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
        )
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
