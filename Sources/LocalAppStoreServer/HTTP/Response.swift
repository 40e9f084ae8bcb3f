import Foundation

/// A response to a request (RFC 9110, 6).
struct Response: Sendable, Equatable {
    var status: Status
    var body: Data
    /// The stream after the head in place of the body, until it ends or the client closes.
    let stream: EventStream?
    /// The caching of a response; a response of a store is true for a moment, and belongs to its
    /// client.
    var caching = "no-store"
    /// The reason of a refusal, for the log.
    var reason: String?
    private var fields: [Field] = []

    private struct Field: Sendable, Equatable {
        let name: String
        let value: String
    }

    init(_ status: Status, contentType: String? = nil, body: Data = Data()) {
        self.status = status
        self.body = body
        stream = nil
        if let contentType { add("Content-Type", contentType) }
    }

    init(_ stream: EventStream) {
        status = .ok
        body = Data()
        self.stream = stream
        add("Content-Type", "text/event-stream")
    }

    static func json(_ body: Data, _ status: Status = .ok) -> Response {
        Response(status, contentType: "application/json", body: body)
    }

    /// Names the methods that a path has.
    mutating func allow(_ methods: [String]) {
        if !methods.isEmpty { add("Allow", methods.sorted().joined(separator: ", ")) }
    }

    mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The bytes of the response, with the values of the fields `Connection` and `Date`.
    ///
    /// A response to HEAD only states the length of its body, and so does one to a client that has
    /// the body already.
    func bytes(connection: String, hasBody: Bool, at date: Date) -> Data {
        var lines = ["HTTP/1.1 \(status.rawValue) \(status.phrase)"]
        lines += fields.map { "\($0.name): \($0.value)" }
        // The end of a stream is the end of its connection.
        if stream == nil { lines.append("Content-Length: \(body.count)") }
        lines += [
            "Date: \(HTTPDate(date))",
            "Cache-Control: \(caching)",
            "X-Content-Type-Options: nosniff",
            "Connection: \(connection)",
        ]
        let head = Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        return hasBody && status != .notModified ? head + body : head
    }
}

extension Response {
    /// A status code (RFC 9110, 15).
    struct Status: RawRepresentable, Sendable, Hashable {
        let rawValue: Int

        static let ok = Status(rawValue: 200)
        static let created = Status(rawValue: 201)
        static let accepted = Status(rawValue: 202)
        static let notModified = Status(rawValue: 304)
        static let badRequest = Status(rawValue: 400)
        static let unauthorized = Status(rawValue: 401)
        static let forbidden = Status(rawValue: 403)
        static let notFound = Status(rawValue: 404)
        static let methodNotAllowed = Status(rawValue: 405)
        static let conflict = Status(rawValue: 409)
        static let requestTimeout = Status(rawValue: 408)
        static let contentTooLarge = Status(rawValue: 413)
        static let expectationFailed = Status(rawValue: 417)
        static let misdirectedRequest = Status(rawValue: 421)
        static let tooManyRequests = Status(rawValue: 429)
        static let headerFieldsTooLarge = Status(rawValue: 431)
        static let internalServerError = Status(rawValue: 500)
        static let notImplemented = Status(rawValue: 501)
        static let badGateway = Status(rawValue: 502)
        static let serviceUnavailable = Status(rawValue: 503)
        static let gatewayTimeout = Status(rawValue: 504)
        static let versionNotSupported = Status(rawValue: 505)

        /// The reason phrase; no client may depend on it.
        var phrase: String {
            switch rawValue {
            case 200: "OK"
            case 201: "Created"
            case 202: "Accepted"
            case 304: "Not Modified"
            case 400: "Bad Request"
            case 401: "Unauthorized"
            case 403: "Forbidden"
            case 404: "Not Found"
            case 405: "Method Not Allowed"
            case 408: "Request Timeout"
            case 409: "Conflict"
            case 413: "Content Too Large"
            case 417: "Expectation Failed"
            case 421: "Misdirected Request"
            case 429: "Too Many Requests"
            case 431: "Request Header Fields Too Large"
            case 500: "Internal Server Error"
            case 501: "Not Implemented"
            case 502: "Bad Gateway"
            case 503: "Service Unavailable"
            case 504: "Gateway Timeout"
            case 505: "HTTP Version Not Supported"
            default: "Status"
            }
        }
    }
}
