import ArgumentParser
import LocalAppStore
import StoreCommands
import StrictJSON

/// The transaction of a command.
struct TransactionSubject: ActionSubject {
    @Argument(help: "The number of the transaction.")
    var id: Int64

    func open(_ options: StoreOptions) throws -> Store { try options.open(forEntry: id) }

    func report(
        after action: TransactionAction,
        in store: Store,
        _ output: OutputOptions
    ) throws -> TransactionReport {
        try TransactionReport(try action.run(on: id, in: store), in: store)
    }
}

protocol TransactionArguments: ActionArguments where Subject == TransactionSubject {}

struct Approve: TransactionArguments {
    static let name = TransactionAction.Name.approve
    static let abstract = "Approves a purchase that waits for it, as a parent does."
}

struct Decline: TransactionArguments {
    static let name = TransactionAction.Name.decline
    static let abstract = "Declines a purchase that waits for approval."
}

struct Finish: TransactionArguments {
    static let name = TransactionAction.Name.finish
    static let abstract = "Finishes a transaction, as the app does."
}

struct ResolveIssue: TransactionArguments {
    static let name = TransactionAction.Name.resolveIssue
    static let abstract = "Collects the payment for a failed renewal or an interrupted purchase."
    static let discussion = """
        Any transaction of the subscription names it. The payment succeeds regardless of the \
        settings: the customer has paid in the end.
        """
}

struct Refund: TransactionArguments {
    static let name = TransactionAction.Name.refund
    static let abstract =
        "Refunds a purchase, or seats of a subscription, as the App Store's support does."
    static let discussion = """
        Seats are those of the transaction, then of the newest others of its period.
        """

    @Option(help: "Why it is refunded.")
    var reason = Reason.other

    @Option(help: "The number of seats to refund; by default all of the transaction.")
    var seats: Int?

    func members(in store: Store) -> [String: JSONValue] {
        let members: [String: JSONValue?] = [
            "reason": .string(reason.rawValue), "seats": seats.map { .number($0) },
        ]
        return members.compactMapValues { $0 }
    }

    /// A reason as the command line names it; the raw values of the ledger are Apple's numbers.
    enum Reason: String, ExpressibleByArgument, CaseIterable {
        case other
        case developerIssue
    }
}

struct ReverseRefund: TransactionArguments {
    static let name = TransactionAction.Name.reverseRefund
    static let abstract = "Takes back a refund, as the App Store does after a dispute."
}
