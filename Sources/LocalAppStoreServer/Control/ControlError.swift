import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// The reason why a request to the control API is refused.
struct ControlError: Error, Equatable {
    let status: Response.Status
    /// A word for programs.
    let code: String
    /// A sentence for people.
    let message: String

    init(_ status: Response.Status, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// A member of the body or a parameter of the query with an unexpected value.
    static func invalid(_ name: String, expected: String) -> ControlError {
        ControlError(.badRequest, "invalidMember", "\(name): expected \(expected)")
    }

    /// An object that the path of a request names and the store does not contain.
    static func unknown(_ kind: Kind, _ request: ControlRequest) -> ControlError {
        let parameters = request.request.parameters
        let id = parameters["id"] ?? parameters["identifier"] ?? ""
        let message = "The store has no \(kind.rawValue) \(id)"
        return ControlError(.notFound, "unknown\(kind.rawValue.capitalized)", message)
    }

    enum Kind: String {
        case customer
        case notification
        case subscription
        case transaction
    }
}

// Responses.
extension ControlError {
    static func response(to error: any Error) -> Response {
        let refusal = ControlError(error)
        let members = [
            "code": JSONValue.string(refusal.code), "message": .string(refusal.message),
        ]
        var response = Response.json(.object(["error": .object(members)]), refusal.status)
        let request = error as? RequestRefusal
        response.reason = request?.reason ?? refusal.message
        response.allow(request?.allowedMethods ?? [])
        return response
    }

    private init(_ error: any Error) {
        switch error {
        case let error as ControlError: self = error
        case let error as JSONMismatch: self.init(error)
        case let error as RequestRefusal:
            self.init(error.status, "\(error.status)", error.message)
        case let error as StoreError:
            let (status, code) = Self.kind(of: error)
            self.init(status, code, error.debugDescription)
        case let error as TimeStep.PastDate:
            let code = RefusalReason.timeInPast.rawValue
            self.init(.conflict, code, error.localizedDescription)
        default: self.init(.internalServerError, "internalError", error.localizedDescription)
        }
    }

    private init(_ mismatch: JSONMismatch) {
        let code =
            switch mismatch.kind {
            case .syntax: "malformedJSON"
            case .unknownMember: "unknownMember"
            case .value: mismatch.path.isEmpty ? "malformedJSON" : "invalidMember"
            }
        let place = mismatch.path.isEmpty ? "The body" : mismatch.path
        self.init(.badRequest, code, "\(place): \(mismatch.reason)")
    }

    private static func kind(of error: StoreError) -> (Response.Status, String) {
        guard let reason = RefusalReason(error) else {
            return switch error {
            case .busy: (.serviceUnavailable, "busy")
            case .uncertainChange: (.internalServerError, "uncertainChange")
            default: (.internalServerError, "unusableLedger")
            }
        }
        return switch reason {
        // The length of time is a member of the body.
        case .excessiveAdvance: (.badRequest, "invalidMember")
        case .unsuitableText: (.badRequest, reason.rawValue)
        default: (reason.isUnknownName ? .notFound : .conflict, reason.rawValue)
        }
    }
}
