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

    @Argument(help: "The transaction.")
    var id: Int64

    @Option(help: "Why the customer asks.")
    var reason = ConsumptionRequestReason.unintendedPurchase

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> RefundRequestReport {
        let request = try store.refunds.request(id, reason: reason)
        return try RefundRequestReport([request], in: store)
    }
}

struct DeclineRefund: EntryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Declines the request for the refund of a purchase."
    )

    @Argument(help: "The transaction.")
    var id: Int64

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> RefundRequestReport {
        try store.refunds.decide(of: id, .declined)
        let requests = try store.refunds.requests().filter { $0.entryID == id }
        return try RefundRequestReport(requests.suffix(1), in: store)
    }
}

struct ReverseRefund: TransactionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Takes back a refund, as the App Store does after a dispute."
    )

    @Argument(help: "The transaction.")
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

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> RefundRequestReport {
        guard allCustomers else {
            return try RefundRequestReport(try store.refunds.requests(), in: store)
        }
        let reports = try store.customers.all().map { customer in
            let store = try store.acting(for: customer.id)
            return try RefundRequestReport(try store.refunds.requests(), in: store)
        }
        return RefundRequestReport(joining: reports)
    }
}

/// Requests for refunds.
struct RefundRequestReport: Report {
    private let requests: [RefundRequestRow]
    /// Whether they are of several customers.
    private let showsCustomers: Bool

    init(_ requests: some Sequence<RefundRequest>, in store: Store) throws {
        self.requests = try RefundRequestRow.rows(of: requests, in: store)
        showsCustomers = false
    }

    init(joining reports: [RefundRequestReport]) {
        requests = reports.flatMap(\.requests).sorted { $0.request.id < $1.request.id }
        showsCustomers = true
    }

    var json: JSONValue { .object(["refundRequests": .array(requests.map(\.json))]) }

    func text(_ style: TextStyle) -> String {
        var table = TextTable([
            .number("TRANSACTION"), .text("CUSTOMER"), .text("PRODUCT"), .text("REASON"),
            .text("DATE"), .text("DECISION"),
        ])
        for row in requests {
            table.add(
                "\(row.request.entryID)",
                showsCustomers ? row.transaction.customer : nil,
                row.transaction.entry.productID,
                row.request.reason.rawValue,
                row.request.requestDate.iso8601Seconds,
                row.request.decision?.rawValue ?? "open"
            )
        }
        return table.text(style, ifEmpty: "No requests for refunds.")
    }
}
