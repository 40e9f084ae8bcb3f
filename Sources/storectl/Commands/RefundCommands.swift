import ArgumentParser
import LocalAppStore
import StoreCommands
import StrictJSON

struct Refund: TransactionArguments {
    static let name = TransactionAction.Name.refund
    static let abstract = "Refunds a purchase in full, as the App Store's support does."

    @Option(help: "Why it is refunded.")
    var reason = Reason.other

    func members(in store: Store) -> [String: JSONValue] { ["reason": .string(reason.rawValue)] }

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

/// The transaction of a command about a request for its refund.
struct RefundRequestSubject: ActionSubject {
    @OptionGroup var transaction: TransactionSubject

    func open(_ options: StoreOptions) throws -> Store { try transaction.open(options) }

    func report(
        after action: TransactionAction,
        in store: Store,
        _ output: OutputOptions
    ) throws -> RefundRequestReport {
        try action.run(on: transaction.id, in: store)
        let request = try store.refunds.requests(about: transaction.id).last
        let rows = try RefundRequestRow.rows(of: [request].compactMap { $0 }, in: store)
        return RefundRequestReport(Excerpt(rows))
    }
}

struct RequestRefund: ActionArguments {
    typealias Subject = RefundRequestSubject

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

struct DeclineRefund: ActionArguments {
    typealias Subject = RefundRequestSubject

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
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> RefundRequestReport {
        let customers = allCustomers ? try store.customers.all() : [try store.customer]
        let rows = try customers.flatMap { customer in
            let store = try store.customers.acting(for: customer.id)
            return try RefundRequestRow.rows(of: try store.refunds.requests(), in: store)
        }
        let sorted = rows.sorted { $0.request.id < $1.request.id }
        return RefundRequestReport(
            list.excerpt(of: sorted, "requests", output) { $0.decision },
            showsCustomers: allCustomers
        )
    }
}

/// Requests for refunds.
struct RefundRequestReport: Report {
    private let requests: Excerpt<RefundRequestRow>
    /// Whether they are of several customers.
    private let showsCustomers: Bool

    init(_ requests: Excerpt<RefundRequestRow>, showsCustomers: Bool = false) {
        self.requests = requests
        self.showsCustomers = showsCustomers
    }

    var json: JSONValue { .object(["refundRequests": .array(requests.elements.map(\.json))]) }

    func text(_ style: TextStyle) -> String {
        var table = TextTable([
            .number("TRANSACTION"), .text("CUSTOMER"), .text("PRODUCT"), .text("REASON"),
            .text("DATE"), .text("DECISION"),
        ])
        for row in requests.elements {
            table.add(
                "\(row.request.entryID)",
                showsCustomers ? row.transaction.customer : nil,
                row.transaction.entry.productID,
                row.request.reason.rawValue,
                row.request.requestDate.iso8601Seconds,
                row.decision
            )
        }
        return table.text(style, ifEmpty: "No requests for refunds.") + requests.summary
    }
}

extension RefundRequestRow {
    fileprivate var decision: String { request.decision?.rawValue ?? "open" }
}
