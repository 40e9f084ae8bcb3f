import ArgumentParser
import LocalAppStore
import StoreCommands
import StrictJSON

/// The transaction of a command about a request for its refund.
struct RefundRequestSubject: ActionSubject {
    @OptionGroup var transaction: TransactionSubject

    func open(_ options: StoreOptions) throws -> Store { try transaction.open(options) }

    func report(
        after action: TransactionAction,
        in store: Store,
        _ output: OutputOptions
    ) throws -> ListReport<RefundRequestRow> {
        try action.run(on: transaction.id, in: store)
        let request = try store.refunds.requests(about: transaction.id).suffix(1)
        return ListReport(rows: Excerpt(try RefundRequestRow.rows(of: request, in: store)))
    }
}

protocol RefundRequestArguments: ActionArguments where Subject == RefundRequestSubject {}

struct RequestRefund: RefundRequestArguments {
    static let name = TransactionAction.Name.requestRefund
    static let abstract = "Asks for the refund of a purchase, as a customer does."
    static let discussion = """
        The app's server is asked about a consumable and about a subscription. refund and \
        decline-refund decide about the request.
        """

    @Option(help: "Why the customer asks.")
    var reason = TransactionAction.defaultRequestReason

    func members(in store: Store) -> [String: JSONValue] { ["reason": .string(reason.rawValue)] }
}

struct DeclineRefund: RefundRequestArguments {
    static let name = TransactionAction.Name.decideRefund
    static let abstract = "Declines the request for the refund of a purchase."

    func members(in store: Store) -> [String: JSONValue] {
        ["decision": .string(RefundRequest.Decision.declined.rawValue)]
    }
}

struct RefundRequests: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the requests for refunds, oldest first."
    )

    @Flag(help: "Those of all customers.")
    var allCustomers = false

    @OptionGroup var list: ListOptions
    @OptionGroup var common: CommonOptions

    func report(in store: Store) throws -> ListReport<RefundRequestRow> {
        let customers = allCustomers ? try store.customers.all() : [try store.customer]
        let rows = try customers.flatMap { customer in
            let store = try store.customers.acting(for: customer.id)
            return try RefundRequestRow.rows(of: try store.refunds.requests(), in: store)
        }
        let sorted = rows.sorted { $0.request.id < $1.request.id }
        return ListReport(
            rows: list.excerpt(of: sorted, "requests", output) { $0.decision },
            showsCustomers: allCustomers
        )
    }
}
