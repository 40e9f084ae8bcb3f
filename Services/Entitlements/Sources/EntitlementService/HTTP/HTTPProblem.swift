import HTTPTypes
import Hummingbird
import Logging
import PostgreSQL

/// An error of a request, with the body `{"error": {"code": …, "message": …}}`.
struct HTTPProblem: Error, HTTPResponseError {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    var headers: HTTPFields = [:]

    func response(from request: Request, context: some RequestContext) throws -> Response {
        let error: JSON = .object(["code": .string(code), "message": .string(message)])
        return .json(.object(["error": error]), status: status, headers)
    }
}

extension HTTPProblem {
    static func malformed(_ message: String) -> Self {
        Self(status: .badRequest, code: "malformed", message: message)
    }

    static func unknown(_ message: String) -> Self {
        Self(status: .notFound, code: "unknown", message: message)
    }

    static func conflict(_ code: String, _ message: String) -> Self {
        Self(status: .conflict, code: code, message: message)
    }

    static func forbidden(_ message: String) -> Self {
        Self(status: .forbidden, code: "forbidden", message: message)
    }

    static let unauthorized = Self(
        status: .unauthorized,
        code: "unauthorized",
        message: "Missing or unknown API key.",
        headers: [.wwwAuthenticate: "Bearer"]
    )

    /// An error without a response of its own; the log has its type.
    static let unexpected = Self(
        status: .internalServerError,
        code: "unexpected",
        message: "Unexpected error. The log of the service has the details."
    )

    /// The problem for an unexpected error; logged for a defect.
    init(_ error: any Error, _ logger: Logger) {
        self = logger.logIfUnexpected(error) ? .unexpected : .unavailable
    }

    /// The database is unreachable, full or too slow; the client may send the request again.
    static let unavailable = Self(
        status: .serviceUnavailable,
        code: "unavailable",
        message: "The database is unavailable.",
        headers: [.retryAfter: "1"]
    )

    init(_ refusal: Refusal) {
        switch refusal.kind {
        case .malformed: self = .malformed(refusal.reason)
        case .unverified:
            self.init(status: .unauthorized, code: "unverified", message: refusal.reason)
        case .otherApp: self = .forbidden(refusal.reason)
        case .tooLarge: self = .tooLarge
        }
    }

    static let tooLarge = Self(
        status: .contentTooLarge,
        code: "tooLarge",
        message: "The body must not be longer than 4 MiB."
    )
}

extension Logger {
    /// Logs an error with its type, unless the database is away or the task was cancelled.
    ///
    /// - Returns: Whether the error is unexpected, which is a defect.
    func logIfUnexpected(_ error: any Error) -> Bool {
        let isTransient = (error as? SQLError)?.isUnavailability ?? (error is CancellationError)
        guard !isTransient else { return false }
        let details = LogText.line(String(reflecting: error))
        self.error(
            "unexpected error",
            metadata: ["type": "\(type(of: error))", "error": .string(details)]
        )
        return true
    }
}
