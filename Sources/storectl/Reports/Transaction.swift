import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON

/// A transaction as it is reported.
struct Transaction {
    let entry: LedgerEntry
    /// The name of the customer.
    let customer: String?

    /// The state, or what was done to the purchase later.
    enum State: String, CaseIterable {
        case purchased
        case failed
        case deferred
        case restored
        case scheduled
        case refunded
        case upgraded

        /// The states of transactions in lists: the choice of a product for the next renewal is
        /// only the result of a purchase.
        static let listed = allCases.filter { $0 != .scheduled }
    }

    var state: State {
        if entry.revocationDate != nil { return .refunded }
        if entry.isUpgraded { return .upgraded }
        return switch entry.state {
        case .purchased: .purchased
        case .failed: .failed
        case .deferred: .deferred
        case .restored: .restored
        case .scheduled: .scheduled
        }
    }

    var json: JSONValue {
        .object([
            "accountToken": .text(entry.applicationUsername),
            "amountCharged": .amount(entry.amountCharged),
            "amountRefunded": .amount(entry.amountRefunded),
            "currency": .string(entry.currencyCode),
            "customer": .text(customer),
            "expirationDate": .date(entry.expirationDate),
            "failure": entry.failure?.json ?? .null,
            "hasIssue": .bool(entry.hasIssue),
            "id": .number(entry.id),
            "isFamilyShared": .bool(entry.isFamilyShared),
            "isFinished": .bool(entry.isFinished),
            "isUpgraded": .bool(entry.isUpgraded),
            "offer": entry.offer?.json ?? .null,
            "orderID": .text(hasOrder ? entry.orderID : nil),
            "originalID": .number(entry.originalID),
            "originalPurchaseDate": .date(entry.originalPurchaseDate),
            "price": .amount(entry.price),
            "product": .string(entry.productID),
            "purchaseDate": .date(entry.purchaseDate),
            "quantity": .number(entry.quantity),
            "revocationDate": .date(entry.revocationDate),
            "state": .string(state.rawValue),
            "storefront": .string(entry.storefront),
            "type": .text(entry.kind?.rawValue),
        ])
    }

    /// Whether the App Store finds the transaction by an order.
    private var hasOrder: Bool { entry.state == .purchased && !entry.isFamilyShared }

    /// What else there is to know, in a few words.
    var note: String {
        let notes = [
            entry.offer?.argument, entry.isFamilyShared ? "family" : nil,
            entry.hasIssue ? "interrupted" : nil, entry.failure?.reason,
            entry.isFinished || entry.state == .deferred ? nil : "unfinished",
        ]
        return notes.compactMap { $0 }.joined(separator: ", ")
    }
}

extension LedgerEntry.Failure {
    fileprivate var json: JSONValue {
        .object([
            "code": .number(code.rawValue),
            "reason": .text(reason),
            "serverCode": underlying.map { .number($0.rawValue) } ?? .null,
        ])
    }
}

extension LedgerEntry.Offer {
    private var parts: (kind: String, id: String?) {
        switch self {
        case .introductory: ("introductory", nil)
        case .promotional(let id): ("promotional", id)
        case .code(let name): ("code", name)
        case .winBack(let id): ("win-back", id)
        }
    }

    fileprivate var json: JSONValue {
        .object(["id": .text(parts.id), "kind": .string(parts.kind)])
    }

    /// The offer as `buy --offer` takes it.
    var argument: String { [parts.kind, parts.id].compactMap { $0 }.joined(separator: ":") }
}

/// One transaction.
struct TransactionReport: Report {
    let transaction: Transaction

    init(_ entry: LedgerEntry, in store: Store) throws {
        transaction = Transaction(entry: entry, customer: try store.customer.name)
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
        list.add("state", style.state(transaction.state.rawValue))
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
    let transactions: [Transaction]
    /// Whether they are of several customers.
    var showsCustomers = false

    var json: JSONValue { .object(["transactions": .array(transactions.map(\.json))]) }

    func text(_ style: TextStyle) -> String {
        table.text(style, ifEmpty: "No transactions.") { style.state($0) }
    }

    private var table: TextTable {
        var table = TextTable([
            .number("ID"), .text("CUSTOMER"), .text("PRODUCT"), .text("STATE"), .number("QTY"),
            .number("CHARGED"), .text("DATE"), .text("EXPIRES"), .text("NOTE"),
        ])
        for transaction in transactions {
            let entry = transaction.entry
            table.add(
                "\(entry.id)",
                showsCustomers ? transaction.customer : nil,
                entry.productID,
                transaction.state.rawValue,
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
        case "deferred", "scheduled", "inBillingRetryPeriod": yellow(word)
        case "failed", "refunded", "revoked", "expired": red(word)
        default: word
        }
    }
}
