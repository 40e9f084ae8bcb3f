import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// How a command ended, for scripts; the numbers from 64 on are those of `sysexits.h`.
enum ExitStatus: Equatable {
    /// Everything was done.
    case success
    /// The store refused, a document did not verify, or an expectation was not met.
    case refused
    /// The command line is wrong.
    case usage
    /// The content of a file is wrong.
    case malformedFile
    /// There is no such file.
    case missingFile
    /// The ledger or another file cannot be used now, or something unexpected happened.
    case failed
    /// The exit code of the command that `exec` ran.
    case command(Int32)

    /// The exit code.
    var code: Int32 {
        switch self {
        case .success: 0
        case .refused: 1
        case .usage: 64
        case .malformedFile: 65
        case .missingFile: 66
        case .failed: 70
        case .command(let code): code
        }
    }

    /// The name in an error in JSON.
    var name: String {
        if case .command = self { "command" } else { "\(self)" }
    }

    static let help = """
        It opens the ledger that the app uses, so a running app sees every change at once.

        EXIT CODES:
          0   It was done.
          1   The store refused, or something is not as it should be.
          64  The command line is wrong.
          65  The content of a file is wrong.
          66  There is no such file.
          70  The ledger or a file cannot be used now, or an internal error.
        """

    /// The status of an error that a command threw; `nil` for those of ArgumentParser.
    init?(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure.status
        case _ where RefusalReason(error) != nil: self = .refused
        case let error as StoreError: self = error.exitStatus
        case is ReceiptVerdict.Refusal: self = .refused
        case is CatalogError, is FaultPlan.RuleError, is FaultPlan.FormatError, is JWSRefusal,
            is JWSIssuer.Error,
            is SignedReceipt.Error, is TrustedRoots.Error, is SigningIdentity.Error,
            is PromotionalOfferSignature.Error, is OfferRequestJWS.Error:
            self = .malformedFile
        case is CleanExit, is ValidationError, is ExitCode: return nil
        case is CocoaError, is POSIXError, is Swift.CancellationError: self = .failed
        default:
            // Parsing errors have an exit code of their own; all others are ours.
            guard Storectl.exitCode(for: error) == .failure else { return nil }
            self = .failed
        }
    }
}

extension StoreError {
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .damagedFile, .foreignFile, .newerFile, .damagedKey: .malformedFile
        default: .failed
        }
    }
}

/// An error of a command itself, with what to do about it.
struct Failure: Error, LocalizedError {
    var status: ExitStatus
    var message: String
    var suggestion: String?

    init(_ status: ExitStatus, _ message: String, suggestion: String? = nil) {
        self.status = status
        self.message = message
        self.suggestion = suggestion
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
        let style = TextStyle(Console.current, isError: true)
        let label = style.red("storectl:")
        let advice = suggestion.map { "\n  \($0)" } ?? ""
        text = "\(label) \(Self.message(of: error))\(advice)\n"
    }

    /// The problem, without the remedy.
    static func message(of error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? error.localizedDescription
    }

    /// The remedy of a refusal, by commands that the library does not know.
    private static func hint(for error: any Error) -> String? {
        switch error as? StoreError {
        case .unknownEntry: "storectl transactions lists the transactions."
        case .unknownProduct: "storectl products lists the products."
        case .noSubscription: "storectl subscriptions lists the subscriptions."
        case .unreachableNotification(let name, _)
        where !Store.Notifications.triggers.contains(name):
            Suggestion(
                for: name,
                among: Store.Notifications.triggers,
                otherwise: "Events lead to \(Store.Notifications.triggers.joined(separator: ", "))."
            )
            .text
        default: nil
        }
    }
}
