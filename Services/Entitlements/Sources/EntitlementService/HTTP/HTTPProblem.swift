import Foundation
import HTTPTypes
import Hummingbird
import PostgreSQL

/// An error as answers have it: `{"error": {"code": …, "message": …}}`.
struct HTTPProblem: Error, HTTPResponseError {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    var headers: HTTPFields = [:]

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        let text = """
            {"error":{"code":\(JSONText.quoted(code)),"message":\(JSONText.quoted(message))}}
            """
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}

extension HTTPProblem {
    static func malformed(_ message: String) -> Self {
        Self(status: .badRequest, code: "malformed", message: message)
    }

    static func unknown(_ message: String) -> Self {
        Self(status: .notFound, code: "unknown", message: message)
    }

    static func forbidden(_ message: String) -> Self {
        Self(status: .forbidden, code: "forbidden", message: message)
    }

    static let unauthorized = Self(
        status: .unauthorized,
        code: "unauthorized",
        message: "The request has no key of a reader.",
        headers: [.wwwAuthenticate: "Bearer"]
    )

    /// An error that the service has no other answer for; the log has it.
    static let unexpected = Self(
        status: .internalServerError,
        code: "unexpected",
        message: "The service failed. Its log says why."
    )

    /// The problem of an error that no route expects.
    init(_ error: any Error) {
        let isTransient = (error as? SQLError)?.isUnavailability ?? (error is CancellationError)
        self = isTransient ? .unavailable : .unexpected
    }

    /// The database is away, full or too slow; the request may be sent again.
    static let unavailable = Self(
        status: .serviceUnavailable,
        code: "unavailable",
        message: "The database does not answer.",
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
        message: "The request is longer than a document may be."
    )
}
