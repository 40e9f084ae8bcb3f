import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

/// An expectation about the customer's purchases.
struct Expectation {
    /// The product of the expectation; `nil` for all.
    private let productID: String?
    private let transactions: Int?
    private let state: String?
    private let condition: String?
    private let status: String?
    private let isEntitled: Bool?
    private let seats: Int?
    private let balance: [String: String]?

    init(_ node: JSONNode) throws(JSONMismatch) {
        try node.object(of: Self.members)
        productID = try node["productID"].given?.text()
        transactions = try node["transactions"].given?.integer()
        state = try node["state"].given?.choice(of: Self.states, named: \.self)
        condition = try node["condition"].given?.choice(of: Self.conditions, named: \.self)
        status = try node["status"].given?.choice(of: Self.statuses, named: \.self)
        isEntitled = try node["entitled"].given?.flag()
        seats = try node["seats"].given?.integer()
        balance = try node["balance"].given.map(Self.amounts)
    }

    private static let members = [
        "productID", "transactions", "state", "condition", "status", "entitled", "seats",
        "balance",
    ]
    /// The state without a transaction, and the status without a subscription.
    private static let none = "none"
    private static let states = LedgerEntry.State.listed.map(\.rawValue) + [none]
    private static let conditions =
        TransactionListQuery.Condition.allCases.map(\.rawValue) + [none]
    private static let statuses = CustomerSubscription.Status.allCases.map { "\($0)" } + [none]

    private static func amounts(_ node: JSONNode) throws(JSONMismatch) -> [String: String] {
        var amounts: [String: String] = [:]
        for currency in try node.object().memberNames {
            amounts[currency] = try node[currency].text()
        }
        return amounts
    }

    /// The unmet expectations.
    func problems(in store: Store) throws -> [ScenarioProblem] {
        let ledger = try LedgerState(of: store, allCustomers: false)
        let entries = ledger.entries.filter { isAbout($0.productID) }
        let subscription = ledger.subscriptions.last { isAbout($0.subscription.productID) }
        let status = subscription.map { "\($0.subscription.status)" } ?? Self.none
        let problems = [
            unknownProduct(entries, store),
            ScenarioProblem("transactions", transactions, entries.count),
            ScenarioProblem("state", state, entries.last?.state.rawValue ?? Self.none),
            try conditionProblem(entries.last, store),
            ScenarioProblem("status", self.status, status),
            ScenarioProblem("entitled", isEntitled, isEntitled(entries, subscription, store)),
            ScenarioProblem("seats", seats, subscription?.seatCount ?? 0),
            ScenarioProblem("balance", balance.map(Self.text), Self.text(balance(of: entries))),
        ]
        return problems.compactMap { $0 }
    }

    /// The problem of a misspelt product, which would meet expectations of nothing.
    private func unknownProduct(_ entries: [LedgerEntry], _ store: Store) -> ScenarioProblem? {
        guard let productID, entries.isEmpty,
            store.catalog.product(withIdentifier: productID) == nil
        else { return nil }
        return ScenarioProblem(subject: "productID", expected: productID, found: "no such product")
    }

    private func isAbout(_ id: String) -> Bool { productID.map { $0 == id } ?? true }

    /// Several conditions can be met at once, and none if nothing happened since.
    private func conditionProblem(
        _ entry: LedgerEntry?,
        _ store: Store
    ) throws -> ScenarioProblem? {
        guard let condition else { return nil }
        let met = try entry.map { try conditions(of: $0, store) } ?? []
        if met.contains(condition) { return nil }
        let found = met.isEmpty ? Self.none : met.joined(separator: ", ")
        return ScenarioProblem("condition", condition, found)
    }

    private func conditions(of entry: LedgerEntry, _ store: Store) throws -> [String] {
        var query = TransactionListQuery()
        query.customerID = entry.customerID
        return try TransactionListQuery.Condition.allCases.filter { condition in
            query.condition = condition
            let page = try store.transactionList(query, before: entry.id + 1, limit: 1)
            return page.entries.first?.id == entry.id
        }
        .map(\.rawValue)
    }

    private func isEntitled(
        _ entries: [LedgerEntry],
        _ subscription: SubscriptionPeriodStatus?,
        _ store: Store
    ) -> Bool {
        if let subscription { return subscription.subscription.isEntitled(at: store.clock.now) }
        return entries.contains { $0.state == .purchased && $0.revocationDate == nil }
    }

    private func balance(of entries: [LedgerEntry]) -> [String: String] {
        var balance: [String: Decimal] = [:]
        for entry in entries where entry.amountCharged != 0 {
            let amount = entry.amountCharged - entry.amountRefunded
            balance[entry.currencyCode, default: 0] += amount
        }
        return balance.mapValues { "\($0)" }
    }

    private static func text(_ amounts: [String: String]) -> String {
        let texts = amounts.sorted { $0.key < $1.key }.map { "\($1) \($0)" }
        return texts.isEmpty ? "nothing" : texts.joined(separator: " + ")
    }
}

/// An unmet expectation.
struct ScenarioProblem: Equatable {
    let subject: String
    let expected: String
    let found: String

    init(subject: String, expected: String, found: String) {
        self.subject = subject
        self.expected = expected
        self.found = found
    }

    /// Makes a problem if a value is expected and another one was found.
    init?<Value: Equatable>(_ subject: String, _ expected: Value?, _ found: Value) {
        guard let expected, expected != found else { return nil }
        self.init(subject: subject, expected: "\(expected)", found: "\(found)")
    }

    var json: JSONValue {
        .object([
            "expected": .string(expected), "found": .string(found), "subject": .string(subject),
        ])
    }
}
