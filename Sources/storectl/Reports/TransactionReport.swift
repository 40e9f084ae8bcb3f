import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

extension LedgerEntry {
    /// The state for people: a later change of the purchase, if there was one.
    var shownState: String {
        if revocationDate != nil { return "refunded" }
        return isUpgraded ? "upgraded" : state.rawValue
    }

    /// The charge less refunds, with its currency.
    var netCharge: String { (amountCharged - amountRefunded).text(in: currencyCode) }
}

extension LedgerEntry.Ownership {
    /// A word for a purchase of another customer.
    var note: String? {
        switch self {
        case .purchased: nil
        case .familyShared: "family"
        case .assigned: "assigned"
        }
    }
}

extension Seats {
    /// The refunded seats, and whether seats were added in the period.
    fileprivate var note: String? {
        let notes = [
            isAddition ? "seats added" : nil,
            revokedQuantity == 0 ? nil : "\(Self.words(revokedQuantity)) refunded",
        ].compactMap { $0 }
        return notes.isEmpty ? nil : notes.joined(separator: ", ")
    }

    /// A number of seats in words.
    static func words(_ count: Int) -> String { count == 1 ? "1 seat" : "\(count) seats" }
}

extension TransactionRow: StoreRow {
    static let listName = "transactions"
    static let emptyList = "No transactions."

    static func kind(of entry: LedgerEntry) -> String? { entry.shownState }

    static func columns(showsCustomers: Bool) -> [Column<TransactionRow>] {
        [
            .number("ID") { "\($0.entry.id)" },
            .text("CUSTOMER") { showsCustomers ? $0.customer : nil },
            .text("PRODUCT", \.entry.productID),
            .state("STATE", \.shownState),
            .number("QTY") { "\($0.entry.quantity)" },
            .number("CHARGED", \.entry.netCharge),
            .text("DATE", \.entry.purchaseDate.iso8601Seconds),
            .text("EXPIRES", \.entry.expirationDate?.iso8601Seconds),
            .text("NOTE", \.note),
        ]
    }

    /// The state of the entry for people, or that a request for its refund waits.
    var shownState: String {
        let isOpen = isRefundRequested && entry.revocationDate == nil
        return isOpen
            ? TransactionListQuery.Condition.refundRequested.rawValue : entry.shownState
    }

    /// Further facts, in a few words.
    var note: String {
        let notes = [
            entry.commitment?.progress, entry.offer.map { OfferName(of: $0).text },
            entry.ownership.note, entry.seats.flatMap(\.note),
            entry.hasIssue ? "interrupted" : nil, entry.failure?.reason,
            entry.isFinished || entry.state == .deferred ? nil : "unfinished",
        ]
        return notes.compactMap { $0 }.joined(separator: ", ")
    }
}

extension RefundRequestRow: ListRow {
    static let listName = "refundRequests"
    static let emptyList = "No requests for refunds."

    static func columns(showsCustomers: Bool) -> [Column<RefundRequestRow>] {
        [
            .number("TRANSACTION") { "\($0.request.entryID)" },
            .text("CUSTOMER") { showsCustomers ? $0.transaction.customer : nil },
            .text("PRODUCT", \.transaction.entry.productID),
            .text("REASON", \.request.reason.rawValue),
            .text("DATE", \.request.requestDate.iso8601Seconds),
            .text("DECISION", \.decision),
        ]
    }

    /// The decision, or that there is none yet.
    var decision: String { request.decision?.rawValue ?? "open" }
}

struct TransactionReport: Report {
    private let transaction: TransactionRow

    init(_ entry: LedgerEntry, in store: Store) throws {
        transaction = try TransactionRow(entry, in: store)
    }

    var json: JSONValue { .object(["transaction": transaction.json]) }

    func text(_ style: TextStyle) -> String {
        let entry = transaction.entry
        let refund = entry.amountRefunded.text(in: entry.currencyCode)
        return style.list([
            ("transaction", "\(entry.id)"),
            ("original", entry.originalID == entry.id ? nil : "\(entry.originalID)"),
            ("product", entry.productID),
            ("customer", transaction.customer),
            ("quantity", entry.quantity == 1 ? nil : "\(entry.quantity)"),
            ("state", style.state(transaction.shownState)),
            ("charged", entry.amountCharged.text(in: entry.currencyCode)),
            ("refunded", entry.amountRefunded == 0 ? nil : refund),
            ("date", entry.purchaseDate.iso8601Seconds),
            ("expires", entry.expirationDate?.iso8601Seconds),
            ("note", transaction.note.isEmpty ? nil : transaction.note),
        ])
    }
}
