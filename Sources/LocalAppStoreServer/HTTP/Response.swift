import Foundation
import StrictJSON

/// A response to a request (RFC 9110, 6).
struct Response: Sendable {
    /// The status code (RFC 9110, 15).
    let status: Int
    var body: Data
    /// The stream after the head in place of the body, until it ends or the client closes.
    let stream: EventStream?
    /// The caching of a response; a response of a store is true for a moment, and belongs to its
    /// client.
    var caching = "no-store"
    /// The reason of a refusal, for the log.
    var reason: String?
    private var fields = HeaderFields()

    init(_ status: Int, contentType: String? = nil, body: Data = Data()) {
        self.status = status
        self.body = body
        stream = nil
        if let contentType { add("Content-Type", contentType) }
    }

    init(_ status: Status, contentType: String? = nil, body: Data = Data()) {
        self.init(status.rawValue, contentType: contentType, body: body)
    }

    init(_ stream: EventStream) {
        status = Status.ok.rawValue
        body = Data()
        self.stream = stream
        add("Content-Type", "text/event-stream")
    }

    static func json(_ body: Data, _ status: Status = .ok) -> Response {
        Response(status, contentType: "application/json", body: body)
    }

    static func json(_ value: JSONValue, _ status: Status = .ok) -> Response {
        json(Data(value.bytes), status)
    }

    /// Names the methods that a path has.
    mutating func allow(_ methods: [String]) {
        if !methods.isEmpty { add("Allow", methods.sorted().joined(separator: ", ")) }
    }

    mutating func add(_ name: String, _ value: String) {
        fields.add(name, value)
    }

    /// The bytes of the response, with the values of the fields `Connection` and `Date`.
    ///
    /// A response to HEAD only states the length of its body, and so does one to a client that has
    /// the body already.
    func bytes(connection: String, hasBody: Bool, at date: Date) -> Data {
        let phrase = Status(rawValue: status)?.phrase ?? "Status"
        var lines = ["HTTP/1.1 \(status) \(phrase)"]
        lines += fields.lines
        // The end of a stream is the end of its connection.
        if stream == nil { lines.append("Content-Length: \(body.count)") }
        lines += [
            "Date: \(HTTPDate(date))",
            "Cache-Control: \(caching)",
            "X-Content-Type-Options: nosniff",
            "Connection: \(connection)",
        ]
        let head = Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        return hasBody && status != Status.notModified.rawValue ? head + body : head
    }
}

extension Response {
    /// The status codes of the server's own responses.
    enum Status: Int {
        case ok = 200
        case created = 201
        case accepted = 202
        case notModified = 304
        case badRequest = 400
        case unauthorized = 401
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case requestTimeout = 408
        case conflict = 409
        case contentTooLarge = 413
        case expectationFailed = 417
        case misdirectedRequest = 421
        case tooManyRequests = 429
        case requestHeaderFieldsTooLarge = 431
        case internalServerError = 500
        case notImplemented = 501
        case badGateway = 502
        case serviceUnavailable = 503
        case gatewayTimeout = 504
        case httpVersionNotSupported = 505

        /// The reason phrase; no client may depend on it.
        var phrase: String {
            switch self {
            case .ok: "OK"
            case .httpVersionNotSupported: "HTTP Version Not Supported"
            default:
                "\(self)".map { $0.isUppercase ? " \($0)" : "\($0)" }.joined().capitalized
            }
        }
    }
}
