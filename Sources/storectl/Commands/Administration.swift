import ArgumentParser
import LocalAppStore
import StoreCommands

/// A command that runs one action on a transaction.
protocol TransactionCommand: EntryCommand where Output == TransactionReport {
    var action: TransactionAction { get }
}

extension TransactionCommand {
    func report(in store: Store) throws -> TransactionReport {
        try TransactionReport(try action.run(on: id, in: store), in: store)
    }
}

struct Approve: TransactionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Approves a purchase that waits for it, as a parent does."
    )

    @Argument(help: "The number of the transaction.")
    var id: Int64

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var action: TransactionAction { .approve }
}

struct Decline: TransactionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Declines a purchase that waits for approval."
    )

    @Argument(help: "The number of the transaction.")
    var id: Int64

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var action: TransactionAction { .decline }
}

struct Finish: TransactionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finishes a transaction, as the app does."
    )

    @Argument(help: "The number of the transaction.")
    var id: Int64

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var action: TransactionAction { .finish }
}

struct Refund: TransactionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Refunds a purchase in full, as the App Store's support does."
    )

    @Argument(help: "The number of the transaction.")
    var id: Int64

    @Option(help: "Why it is refunded.")
    var reason = RefundReason.other

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var action: TransactionAction { .refund(reason.reason) }
}

/// A reason as the command line names it.
enum RefundReason: String, ExpressibleByArgument, CaseIterable {
    case other
    case developerIssue

    var reason: LedgerEntry.RevocationReason {
        switch self {
        case .other: .other
        case .developerIssue: .developerIssue
        }
    }
}

struct Retry: TransactionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Collects the payment for a failed renewal or an interrupted purchase.",
        discussion: "It succeeds whatever the settings are: the customer has paid in the end."
    )

    @Argument(help: "A transaction of the subscription, or that of the purchase.")
    var id: Int64

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var action: TransactionAction { .retry }
}
