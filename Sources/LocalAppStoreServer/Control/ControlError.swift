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

    var response: Response {
        let error = JSONValue.object(["code": .string(code), "message": .string(message)])
        var response = Response.control(.object(["error": error]), status)
        response.reason = message
        return response
    }

    /// A member of the body, or a parameter of the query, that is not as it has to be.
    static func invalid(_ name: String, expected: String) -> ControlError {
        ControlError(.badRequest, "invalidMember", "\(name): expected \(expected)")
    }

    static func unknownCustomer(_ request: Request) -> ControlError {
        unknown("Customer", request)
    }

    static func unknownSubscription(_ request: Request) -> ControlError {
        unknown("Subscription", request)
    }

    static func unknownTransaction(_ request: Request) -> ControlError {
        unknown("Transaction", request)
    }

    private static func unknown(_ kind: String, _ request: Request) -> ControlError {
        let id = request.parameters["id"] ?? ""
        return ControlError(
            .notFound,
            "unknown\(kind)",
            "The store has no \(kind.lowercased()) \(id)"
        )
    }
}

extension ControlError {
    init(_ error: StoreError) {
        let (status, code) = Self.kind(of: error)
        self.init(status, code, error.debugDescription)
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

extension RequestRefusal {
    /// The response to a request with a path, in the form of the API that the path belongs to.
    func response(to path: [String]) -> Response {
        guard path.first == ControlAPI.path[0] else { return response }
        var response = ControlError(status, status.controlCode, message).response
        response.reason = reason ?? message
        response.allow(allowedMethods)
        return response
    }
}

extension Response.Status {
    /// The code of an error that no rule of the control API found.
    fileprivate var controlCode: String {
        let words = phrase.split(separator: " ").map(String.init)
        return words.prefix(1).map { $0.lowercased() }.joined() + words.dropFirst().joined()
    }
}
