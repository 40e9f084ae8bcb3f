import Foundation
import LocalAppStore
import LocalAppStoreServer
import StoreCommands
import StrictJSON

/// An error of a command itself, with the remedy.
struct Failure: Error, LocalizedError {
    let status: ExitStatus
    let message: String
    let suggestion: String?

    init(_ status: ExitStatus, _ message: String, suggestion: String? = nil) {
        self.status = status
        self.message = message
        self.suggestion = suggestion
    }

    /// Makes the error of a value in a file.
    init(_ mismatch: JSONMismatch, in place: String) {
        let path = mismatch.path.isEmpty ? "" : ", \(mismatch.path)"
        self.init(.malformedFile, "\(place)\(path): \(mismatch.reason).")
    }

    /// The error of a command line without a part.
    static func missing(_ part: String, _ suggestion: String) -> Failure {
        Failure(.usage, "Missing \(part).", suggestion: suggestion)
    }

    var errorDescription: String? { message }
    var recoverySuggestion: String? { suggestion }
}

/// An error as the user reads it.
struct ErrorText {
    let text: String

    init(_ error: any Error, _ status: ExitStatus) {
        let suggestion = (error as? any LocalizedError)?.recoverySuggestion ?? Self.hint(for: error)
        guard !Console.current.isJSON else {
            let error = JSONValue.members([
                "code": .string(status.name), "message": .string(Self.message(of: error)),
                "suggestion": suggestion.map(JSONValue.string),
            ])
            text = PrettyJSON(.object(["error": error])).text
            return
        }
        let label = TextStyle(Console.current, isError: true).red("storectl:")
        let advice = suggestion.map { "\n  \($0)" } ?? ""
        text = "\(label) \(Self.message(of: error))\(advice)\n"
    }

    /// The problem, without the remedy.
    static func message(of error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? error.localizedDescription
    }

    /// The remedy of a refusal, by commands that the library does not know.
    private static func hint(for error: any Error) -> String? {
        if case StoreServer.Error.unusableAddress = error {
            return "Give another --port, 0 for any free one, or a numeric address of this machine "
                + "as --host."
        }
        let events = NotificationEvent.names
        return switch error as? StoreError {
        case .unknownEntry: "storectl transactions lists the transactions."
        case .unknownProduct: "storectl products lists the products."
        case .noSubscription: "storectl subscriptions lists the subscriptions."
        case .unreachableNotification(let name, _) where !events.contains(name):
            events.suggestion(
                for: name,
                otherwise: "Events lead to \(events.joined(separator: ", "))."
            )
        default: nil
        }
    }
}

extension Collection<String> {
    /// Returns a sentence with the name that was probably meant, and further advice.
    func suggestion(for name: String, otherwise advice: String) -> String {
        closest(to: name).map { "Did you mean \($0)? \(advice)" } ?? advice
    }
}
