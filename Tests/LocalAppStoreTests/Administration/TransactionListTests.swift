import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("The list of transactions of all customers")
struct TransactionListTests {
    private let store: Store
    private let other: Store

    init() throws {
        store = try .make()
        other = try store.customers.acting(addingIfNeeded: "Bea")
    }

    private func ids(
        before id: Int64? = nil,
        limit: Int = 50,
        _ filter: (inout TransactionListQuery) -> Void = { _ in }
    ) throws -> [Int64] {
        var query = TransactionListQuery()
        filter(&query)
        return try store.transactionList(query, before: id, limit: limit).entries.map(\.id)
    }

    @Test("The newest is first, and pages follow each other")
    func pages() throws {
        for store in [store, other, store] { try store.pay("coins") }
        #expect(try ids() == [3, 2, 1])
        #expect(try ids(limit: 2) == [3, 2])
        #expect(try ids(before: 2) == [1])
        #expect(try store.transactionList(limit: 2).hasMore)
        #expect(try !store.transactionList(limit: 3).hasMore)
    }

    @Test("Each filter lets the transactions pass that it names")
    func filters() throws {
        try store.pay("coins", user: "account-1")
        try other.pay("monthly")
        try store.pay("no such product")
        #expect(try ids { $0.customerID = other.customerID } == [2])
        #expect(try ids { $0.productID = "coins" } == [1])
        #expect(try ids { $0.state = .failed } == [3])
        #expect(try ids { $0.state = .purchased } == [2, 1])
        #expect(try ids { $0.text = "MONTH" } == [2])
        #expect(try ids { $0.text = "bea" } == [2])
        #expect(try ids { $0.text = "account" } == [1])
        #expect(try ids { $0.text = "2" } == [2])
        #expect(try ids { $0.text = "las0000000003" } == [3])
        #expect(try ids { $0.text = "%" }.isEmpty)
        let both = try ids {
            $0.state = .purchased
            $0.text = "coins"
        }
        #expect(both == [1])
    }

    @Test("Kinds, and what happened to transactions since, are filters too")
    func conditions() throws {
        try store.pay("coins")
        try store.pay("monthly")
        try store.updateSettings { $0.interruptsPurchases = true }
        try store.pay("level")
        try store.updateSettings { $0.interruptsPurchases = false }
        try store.pay("yearly")
        try store.refunds.refund(1)
        try store.refunds.request(4, reason: .other)
        #expect(try ids { $0.kind = .consumable } == [1])
        #expect(try ids { $0.condition = .refunded } == [1])
        #expect(try ids { $0.condition = .refundRequested } == [4])
        #expect(try ids { $0.condition = .upgraded } == [2])
        #expect(try ids { $0.condition = .interrupted } == [3])
        let both = try ids {
            $0.condition = .refunded
            $0.productID = "monthly"
        }
        #expect(both.isEmpty)
        try store.refunds.decide(of: 4, .declined)
        #expect(try ids { $0.condition = .refundRequested }.isEmpty)
    }

    @Test("Those that the app has finished are told from those that it has not")
    func finished() throws {
        let member = try store.customers.acting(addingIfNeeded: "Cleo")
        try member.family.join(organizedBy: store.customerID)
        try member.family.setAsksToBuy(true)
        for buyer in [store, other, member] { try buyer.pay("coins") }
        try other.finish([2])
        #expect(try ids { $0.isFinished = false } == [1])
        #expect(try ids { $0.isFinished = true } == [2])
        #expect(try ids { $0.state = .deferred } == [3])
        #expect(try store.finishAll(ofCustomer: member.customerID) == 0)
        #expect(try store.finishAll() == 1)
        #expect(try ids { $0.isFinished = true } == [2, 1])
    }

    @Test("The choice of a product for the next renewal is no transaction")
    func scheduled() throws {
        try store.pay("yearly")
        #expect(try store.pay("monthly").state == .scheduled)
        #expect(try ids() == [1])
        #expect(try ids { $0.state = .scheduled } == [])
        #expect(try store.transactionHistory().entries.map(\.id) == [1])
    }

    @Test("A text with NUL is refused")
    func unsuitableText() {
        #expect(throws: StoreError.unsuitableText("a\0")) { try ids { $0.text = "a\0" } }
    }

    @Test("One filter is found by its index, in the order of the list")
    func plans() throws {
        try store.pay("coins")
        #expect(try plan { _ in } == "SEARCH entry USING INTEGER PRIMARY KEY (rowid<?)")
        let product = "SEARCH entry USING INDEX entryByProduct (productID=? AND rowid<?)"
        #expect(try plan { $0.productID = "coins" } == product)
        let customer = "SEARCH entry USING INDEX entryByCustomer (<expr>=? AND rowid<?)"
        #expect(try plan { $0.customerID = 1 } == customer)
        let state = "SEARCH entry USING INDEX entryByState (state=? AND rowid<?)"
        #expect(try plan { $0.state = .failed } == state)
        for (condition, index) in [
            (TransactionListQuery.Condition.refunded, "entryRefunded"),
            (.upgraded, "entryUpgraded"), (.interrupted, "entryInterrupted"),
        ] {
            let step = "SEARCH entry USING INDEX \(index) (id<?)"
            #expect(try plan { $0.condition = condition } == step)
        }
    }

    /// SQLite's plan, which has one step.
    private func plan(_ filter: (inout TransactionListQuery) -> Void) throws -> String {
        var query = TransactionListQuery()
        filter(&query)
        let conditions = query.conditions(before: 3)
        let steps = try store.core.ledger.queue.inDatabase { database in
            try String.fetchAll(
                database,
                sql: """
                    EXPLAIN QUERY PLAN SELECT * FROM entry WHERE \(conditions.sql)
                    ORDER BY id DESC LIMIT 51
                    """,
                arguments: StatementArguments(conditions.arguments),
                adapter: SuffixRowAdapter(fromIndex: 3)
            )
        }
        return steps.joined(separator: "; ")
    }
}
