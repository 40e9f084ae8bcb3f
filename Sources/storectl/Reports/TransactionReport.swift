import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

extension LedgerEntry {
    /// The state for people: what was done to the purchase later, if anything was.
    var shownState: String {
        if revocationDate != nil { return "refunded" }
        return isUpgraded ? "upgraded" : state.rawValue
    }
}

extension TransactionRow {
    /// The state of the entry for people, or that a request for its refund waits.
    var shownState: String {
        let isOpen = isRefundRequested && entry.revocationDate == nil
        return isOpen
            ? TransactionListQuery.Condition.refundRequested.rawValue : entry.shownState
    }

    /// Further facts, in a few words.
    var note: String {
        let notes = [
            entry.offer.map { OfferName(of: $0).text }, entry.isFamilyShared ? "family" : nil,
            entry.hasIssue ? "interrupted" : nil, entry.failure?.reason,
            entry.isFinished || entry.state == .deferred ? nil : "unfinished",
        ]
        return notes.compactMap { $0 }.joined(separator: ", ")
    }
}

/// One transaction.
struct TransactionReport: Report {
    let transaction: TransactionRow

    init(_ entry: LedgerEntry, in store: Store) throws {
        transaction = try TransactionRow(entry, in: store)
    }

    var json: JSONValue { .object(["transaction": transaction.json]) }

    func text(_ style: TextStyle) -> String {
        let entry = transaction.entry
        var list = TextList()
        list.add("transaction", "\(entry.id)")
        list.add("original", entry.originalID == entry.id ? nil : "\(entry.originalID)")
        list.add("product", entry.productID)
        list.add("customer", transaction.customer)
        list.add("quantity", entry.quantity == 1 ? nil : "\(entry.quantity)")
        list.add("state", style.state(transaction.shownState))
        list.add("charged", Money(entry.amountCharged, entry.currencyCode).text)
        let isRefunded = entry.amountRefunded != 0
        list.add(
            "refunded",
            isRefunded ? Money(entry.amountRefunded, entry.currencyCode).text : nil
        )
        list.add("date", entry.purchaseDate.iso8601Seconds)
        list.add("expires", entry.expirationDate?.iso8601Seconds)
        list.add("note", transaction.note.isEmpty ? nil : transaction.note)
        return list.text(style)
    }
}

/// Several transactions.
struct TransactionListReport: Report {
    let transactions: Excerpt<TransactionRow>
    /// Whether they are of several customers.
    var showsCustomers = false

    var json: JSONValue { .object(["transactions": .array(transactions.elements.map(\.json))]) }

    func text(_ style: TextStyle) -> String {
        table.text(style, ifEmpty: "No transactions.") { style.state($0) } + transactions.summary
    }

    private var table: TextTable {
        var table = TextTable([
            .number("ID"), .text("CUSTOMER"), .text("PRODUCT"), .text("STATE"), .number("QTY"),
            .number("CHARGED"), .text("DATE"), .text("EXPIRES"), .text("NOTE"),
        ])
        for transaction in transactions.elements {
            let entry = transaction.entry
            table.add(
                "\(entry.id)",
                showsCustomers ? transaction.customer : nil,
                entry.productID,
                transaction.shownState,
                "\(entry.quantity)",
                Money(entry.amountCharged - entry.amountRefunded, entry.currencyCode).text,
                entry.purchaseDate.iso8601Seconds,
                entry.expirationDate?.iso8601Seconds,
                transaction.note
            )
        }
        return table
    }
}

extension TextStyle {
    /// A state of a transaction or a subscription in its colour; other words stay as they are.
    func state(_ word: String) -> String {
        switch word {
        case "purchased", "subscribed", "inGracePeriod": green(word)
        case "deferred", "scheduled", "inBillingRetryPeriod", "refundRequested": yellow(word)
        case "failed", "refunded", "revoked", "expired": red(word)
        default: word
        }
    }
}
