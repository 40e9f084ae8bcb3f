import AppReceipt
import Foundation

/// The reason why a request is refused.
struct RequestRefusal: Error, Equatable {
    let status: Response.Status
    /// Apple's number of the error, which begins with the status; `nil` without one.
    let code: Int?
    let message: String
    /// The reason in the log; the client does not get it.
    var reason: String?
    /// The methods that the path has, for a status 405.
    var allowedMethods: [String] = []
    /// The path of a request whose head is malformed behind it.
    private(set) var path: [String] = []

    init(_ status: Response.Status, _ message: String) {
        self.init(status, code: status.rawValue * 10_000, message)
    }

    init(_ status: Response.Status, code: Int?, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// Returns the refusal of a request to a path.
    func about(_ path: [String]) -> RequestRefusal {
        var refusal = self
        refusal.path = path
        return refusal
    }

    /// The response in the form of the App Store Server API's errors; plain text without a code.
    var response: Response {
        var response = Response(status, contentType: "text/plain", body: Data(message.utf8))
        if let code {
            var object = ResponseObject()
            object.add("errorCode", Int64(code))
            object.add("errorMessage", message)
            response = .json(object.json(), status)
        } else if status == .unauthorized {
            response.add("WWW-Authenticate", "Bearer")
        }
        response.allow(allowedMethods)
        response.reason = reason ?? message
        return response
    }
}
