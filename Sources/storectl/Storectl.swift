import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands

/// The command that controls a local App Store from a terminal or a script.
@main
struct Storectl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storectl",
        abstract: "Controls the local App Store of an app, whether or not the app is running.",
        discussion: ExitStatus.help,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Buying",
                subcommands: [
                    Products.self, Buy.self, Transactions.self, Subscriptions.self, Customers.self,
                    FamilyCommands.self, SeatCommands.self,
                ]
            ),
            CommandGroup(
                name: "Purchase",
                subcommands: [
                    ActionCommand<Finish>.self, ActionCommand<Approve>.self,
                    ActionCommand<Decline>.self, ActionCommand<Refund>.self,
                    ActionCommand<RequestRefund>.self, ActionCommand<DeclineRefund>.self,
                    ActionCommand<ReverseRefund>.self, RefundRequests.self,
                    ActionCommand<Renew>.self, ActionCommand<Expire>.self,
                    ActionCommand<ResolveIssue>.self, ActionCommand<Consent>.self,
                    ActionCommand<AutoRenew>.self, ActionCommand<RenewalSeats>.self,
                    ChooseToCancel.self, Advance.self,
                ]
            ),
            CommandGroup(
                name: "Document",
                subcommands: [ReceiptCommands.self, JWSCommands.self, OfferCommands.self]
            ),
            CommandGroup(
                name: "Notification",
                subcommands: [Trigger.self, NotificationCommands.self, RetentionCommands.self]
            ),
            CommandGroup(
                name: "Store",
                subcommands: [
                    SettingsCommands.self, Check.self, Faults.self, TakeSnapshot.self,
                    Restore.self, Reset.self, RunScenario.self, Serve.self, Exec.self,
                    Listen.self,
                ]
            ),
        ]
    )

    static let version = "1.0.0-alpha.1"

    static func main() {
        Foundation.exit(run(Array(CommandLine.arguments.dropFirst())).code)
    }

    /// Runs a command line with the present console, and returns how it ended.
    static func run(_ arguments: [String]) -> ExitStatus {
        var console = Console.current
        console.isJSON = arguments.prefix { $0 != "--" }.contains("--json")
        return Console.$current.withValue(console) { runCommand(arguments) }
    }

    private static func runCommand(_ arguments: [String]) -> ExitStatus {
        do {
            try checkWords(of: arguments)
            var command = try parseAsRoot(arguments)
            try command.run()
            return .success
        } catch let error as EarlyExit {
            return error.status
        } catch {
            return report(error)
        }
    }

    private static func report(_ error: any Error) -> ExitStatus {
        if let status = ExitStatus(error) {
            Console.current.writeError(ErrorText(error, status).text)
            return status
        }
        // Other errors of the command line, and requests such as --help, are ArgumentParser's.
        let text = fullMessage(for: error, columns: Console.current.columns)
        let message = text.hasSuffix("\n") ? text : text + "\n"
        guard exitCode(for: error) != .success else {
            Console.current.writeOutput(message)
            return .success
        }
        guard Console.current.isJSON else {
            Console.current.writeError(message)
            return .usage
        }
        let help = text.split(separator: "\n").first { $0.hasPrefix("Help:  ") }
        let failure = Failure(
            .usage,
            self.message(for: error),
            suggestion: help.map { String($0.dropFirst("Help:  ".count)) }
        )
        Console.current.writeError(ErrorText(failure, .usage).text)
        return .usage
    }
}

extension ExitStatus {
    /// The status of an error that a command threw; `nil` for ArgumentParser's errors.
    fileprivate init?(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure.status
        case _ where RefusalReason(error) != nil: self = .refused
        case StoreError.damagedFile, StoreError.foreignFile, StoreError.newerFile,
            StoreError.damagedKey:
            self = .malformedFile
        case is StoreError: self = .failed
        case is ReceiptVerdict.Refusal: self = .refused
        case is CatalogError, is FaultPlan.RuleError, is FaultPlan.FormatError, is JWSRefusal,
            is JWSIssuer.Error, is SignedReceipt.Error, is TrustedRoots.Error,
            is SigningIdentity.Error, is PromotionalOfferSignature.Error, is OfferRequestJWS.Error:
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
