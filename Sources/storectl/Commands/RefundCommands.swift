import ArgumentParser
import LocalAppStore
import StoreCommands
import StrictJSON

struct RequestRefund: EntryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Asks for the refund of a purchase, as a customer does.",
        discussion: """
            The app's server is asked about a consumable and about a subscription. refund and \
            decline-refund decide about the request.
            """
    )

    @Argument(help: "The number of the transaction.")
    var id: Int64

    @Option(help: "Why the customer asks.")
    var reason = ConsumptionRequestReason.unintendedPurchase

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> RefundRequestReport {
        let request = try store.refunds.request(id, reason: reason)
        return try RefundRequestReport(request, in: store)
    }
}

struct DeclineRefund: EntryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Declines the request for the refund of a purchase."
    )

    @Argument(help: "The number of the transaction.")
    var id: Int64

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> RefundRequestReport {
        try store.refunds.decide(of: id, .declined)
        let request = try store.refunds.requests().last { $0.entryID == id }
        return try RefundRequestReport(request, in: store)
    }
}

struct ReverseRefund: TransactionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Takes back a refund, as the App Store does after a dispute."
    )

    @Argument(help: "The number of the transaction.")
    var id: Int64

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var action: TransactionAction { .reverseRefund }
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
            let store = try store.acting(for: customer.id)
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

    init(_ request: RefundRequest?, in store: Store) throws {
        self.init(Excerpt(try RefundRequestRow.rows(of: [request].compactMap { $0 }, in: store)))
    }

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
