import ArgumentParser
import Foundation
import LocalAppStore

/// The command that steers a local App Store from a terminal or a script.
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
                    FamilyCommands.self,
                ]
            ),
            CommandGroup(
                name: "Purchase",
                subcommands: [
                    Approve.self, Decline.self, Refund.self, RequestRefund.self,
                    DeclineRefund.self, ReverseRefund.self, RefundRequests.self, Renew.self,
                    Expire.self, Retry.self, Consent.self, AutoRenew.self, Advance.self,
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
                    SettingsCommands.self, Check.self, Faults.self, TakeSnapshot.self,
                    Restore.self, Reset.self, RunScenario.self, Serve.self,
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
        var console = Console.current
        console.isJSON = arguments.prefix { $0 != "--" }.contains("--json")
        return Console.$current.withValue(console) { runCommand(arguments) }
    }

    private static func runCommand(_ arguments: [String]) -> ExitStatus {
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
            return .success
        } catch let error as UnmetReport {
            return error.status
        } catch {
            return report(error, of: arguments)
        }
    }

    private static func report(_ error: any Error, of arguments: [String]) -> ExitStatus {
        if let status = ExitStatus(error) {
            Console.current.writeError(ErrorText(error, status).text)
            return status
        }
        let advice = meantCommand(arguments).map { "Did you mean \($0)?" }
        if Console.current.isJSON, exitCode(for: error) != .success {
            let failure = Failure(.usage, self.message(for: error), suggestion: advice)
            Console.current.writeError(ErrorText(failure, .usage).text)
            return .usage
        }
        // Errors of the command line, and requests such as --help, are ArgumentParser's.
        let text = fullMessage(for: error, columns: Console.current.columns)
        let message = text.hasSuffix("\n") ? text : text + "\n"
        guard exitCode(for: error) != .success else {
            Console.current.writeOutput(message)
            return .success
        }
        Console.current.writeError(message + (advice.map { "\n\($0)\n" } ?? ""))
        return .usage
    }

    /// The command that was probably meant by one that there is not.
    private static func meantCommand(_ arguments: [String]) -> String? {
        let commands = configuration.subcommands.map { $0._commandName }
        guard let name = arguments.first, !name.hasPrefix("-"), name != "help",
            !commands.contains(name)
        else { return nil }
        return commands.closest(to: name)
    }
}
