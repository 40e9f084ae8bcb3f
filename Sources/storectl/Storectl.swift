import ArgumentParser
import Foundation

/// The command that steers a local App Store from a terminal or a script.
@main
struct Storectl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storectl",
        abstract: "Steers the local App Store of an app, while the app runs or without it.",
        discussion: ExitStatus.help,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Buying",
                subcommands: [
                    Products.self, Buy.self, Transactions.self, Subscriptions.self, Customers.self,
                ]
            ),
            CommandGroup(
                name: "Purchase",
                subcommands: [
                    Approve.self, Decline.self, Refund.self, Renew.self, Expire.self, Retry.self,
                    Consent.self, AutoRenew.self, Advance.self,
                ]
            ),
            CommandGroup(
                name: "Document",
                subcommands: [ReceiptCommands.self, JWSCommands.self, OfferCommands.self]
            ),
            CommandGroup(
                name: "Notification",
                subcommands: [Trigger.self, NotificationCommands.self]
            ),
            CommandGroup(
                name: "Store",
                subcommands: [
                    SettingsCommands.self, Faults.self, TakeSnapshot.self, Restore.self,
                    Reset.self, RunScenario.self, Serve.self,
                ]
            ),
        ]
    )

    static let version = "1.0.0-alpha.1"

    static func main() {
        Foundation.exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    /// Runs a command line with the present console, and returns how it ended.
    static func run(_ arguments: [String]) -> ExitStatus {
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
            return .success
        } catch let error as UnmetReport {
            return error.status
        } catch {
            return report(error)
        }
    }

    private static func report(_ error: any Error) -> ExitStatus {
        if let status = ExitStatus(error) {
            Console.current.writeError(ErrorText(error).text)
            return status
        }
        // Errors of the command line, and requests such as --help, are ArgumentParser's.
        let text = fullMessage(for: error, columns: Console.current.columns)
        let message = text.hasSuffix("\n") ? text : text + "\n"
        guard exitCode(for: error) != .success else {
            Console.current.writeOutput(message)
            return .success
        }
        Console.current.writeError(message)
        return .usage
    }
}
