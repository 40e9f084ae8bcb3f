import AppReceipt
import ArgumentParser
import LocalAppStore
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
    var reason = RefundRequestReason.unintendedPurchase

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> RefundRequestReport {
        let request = try store.requestRefund(id, reason: reason.reason)
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
        try store.decideRefund(of: id, .declined)
        let requests = try store.refundRequests().filter { $0.entryID == id }
        return try RefundRequestReport(requests.suffix(1), in: store)
    }
}

struct ReverseRefund: EntryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Takes back a refund, as the App Store does after a dispute."
    )

    @Argument(help: "The transaction.")
    var id: Int64

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> TransactionReport {
        try TransactionReport(try store.reverseRefund(id), in: store)
    }
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
            return try RefundRequestReport(try store.refundRequests(), in: store)
        }
        let reports = try store.customers().map { customer in
            let store = try store.acting(for: customer.id)
            return try RefundRequestReport(try store.refundRequests(), in: store)
        }
        return RefundRequestReport(joining: reports)
    }
}

/// Why a customer asks for a refund, as the command line names it.
enum RefundRequestReason: String, ExpressibleByArgument, CaseIterable {
    case unintendedPurchase = "unintended-purchase"
    case fulfillmentIssue = "fulfillment-issue"
    case unsatisfied = "unsatisfied-with-purchase"
    case legal
    case other

    var reason: ConsumptionRequestReason {
        switch self {
        case .unintendedPurchase: .unintendedPurchase
        case .fulfillmentIssue: .fulfillmentIssue
        case .unsatisfied: .unsatisfiedWithPurchase
        case .legal: .legal
        case .other: .other
        }
    }
}

/// Requests for refunds.
struct RefundRequestReport: Report {
    private struct Item {
        let request: RefundRequest
        let entry: LedgerEntry?
        let customer: String
    }

    private let items: [Item]
    /// Whether they are of several customers.
    private let showsCustomers: Bool

    init(_ requests: some Sequence<RefundRequest>, in store: Store) throws {
        let customer = try store.customer.name
        items = try requests.map { request in
            Item(request: request, entry: try store.entry(request.entryID), customer: customer)
        }
        showsCustomers = false
    }

    init(joining reports: [RefundRequestReport]) {
        items = reports.flatMap(\.items).sorted { $0.request.id < $1.request.id }
        showsCustomers = true
    }

    var json: JSONValue {
        .object([
            "refundRequests": .array(
                items.map { item in
                    .object([
                        "customer": .string(item.customer),
                        "decision": .text(item.request.decision?.rawValue),
                        "decisionDate": .date(item.request.decisionDate),
                        "id": .number(item.request.id),
                        "product": .text(item.entry?.productID),
                        "reason": .string(item.request.reason.rawValue),
                        "requestDate": .date(item.request.requestDate),
                        "transaction": .number(item.request.entryID),
                    ])
                }
            )
        ])
    }

    func text(_ style: TextStyle) -> String {
        var table = TextTable([
            .number("TRANSACTION"), .text("CUSTOMER"), .text("PRODUCT"), .text("REASON"),
            .text("DATE"), .text("DECISION"),
        ])
        for item in items {
            table.add(
                "\(item.request.entryID)",
                showsCustomers ? item.customer : nil,
                item.entry?.productID,
                item.request.reason.rawValue,
                item.request.requestDate.iso8601Seconds,
                item.request.decision?.rawValue ?? "open"
            )
        }
        return table.text(style, ifEmpty: "No requests for refunds.")
    }
}
