import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Histories of transactions")
struct TransactionHistoryTests {
    let clock = StoreClock.manual(startingAt: .start)
    let store: Store

    init() throws {
        store = try Store.make(clock: clock)
    }

    @Test("Pages follow each other without a gap, and the last one says so")
    func pages() throws {
        for _ in 0..<5 { try store.pay("coins") }
        var position: TransactionHistoryPage.Position?
        var ids: [[Int64]] = []
        var hasMore = true
        while hasMore {
            let page = try store.transactionHistory(after: position, limit: 2)
            ids.append(page.entries.map(\.id))
            (position, hasMore) = (page.position, page.hasMore)
        }
        #expect(ids == [[1, 2], [3, 4], [5]])
    }

    @Test("A page after the last position has what changed since, and then nothing")
    func revision() throws {
        let level = try store.pay("level")
        try store.pay("coins")
        let first = try store.transactionHistory()
        try store.refunds.refund(level.id)
        let second = try store.transactionHistory(after: first.position)
        #expect(second.entries.map(\.id) == [level.id])
        #expect(second.entries[0].revocationDate != nil)
        let third = try store.transactionHistory(after: second.position)
        #expect(third.entries.isEmpty)
        #expect(third.position == second.position)
        #expect(!third.hasMore)
    }

    @Test("Those that changed last come first on request, page after page")
    func descending() throws {
        for _ in 0..<3 { try store.pay("coins") }
        var query = TransactionHistoryQuery()
        query.isDescending = true
        let first = try store.transactionHistory(query, limit: 2)
        #expect(first.entries.map(\.id) == [3, 2])
        let second = try store.transactionHistory(query, after: first.position, limit: 2)
        #expect(second.entries.map(\.id) == [1])
        #expect(!second.hasMore)
    }

    @Test("Only purchases are transactions, and only those of the customer")
    func purchases() throws {
        let level = try store.pay("level")
        try store.updateSettings { $0.failsTransactions = true }
        try store.pay("coins")
        try store.updateSettings { $0.failsTransactions = false }
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        try store.pay("coins")
        try store.restore()
        try store.customers.acting(addingIfNeeded: "ben").pay("coins")
        #expect(try store.transactionHistory().entries.map(\.id) == [level.id])
    }

    @Test("Each filter lets only its transactions pass")
    func filters() throws {
        let coins = try store.pay("coins").id
        clock.advance(by: 60)
        let level = try store.pay("level").id
        clock.advance(by: 60)
        let monthly = try store.pay("monthly").id
        try store.refunds.refund(level)
        try store.finish([coins])
        #expect(try ids { $0.productIDs = ["coins", "level"] } == [level, coins])
        #expect(try ids { $0.productIDs = ["none"] } == [])
        #expect(try ids { $0.kinds = [.autoRenewableSubscription] } == [monthly])
        #expect(try ids { $0.subscriptionGroupIDs = ["magazine"] } == [monthly])
        #expect(try ids { $0.isRevoked = true } == [level])
        #expect(try ids { $0.isRevoked = false } == [monthly, coins])
        #expect(try ids { $0.ownership = .familyShared } == [])
        #expect(try ids { $0.startDate = .start + 60 } == [monthly, level])
        #expect(try ids { $0.endDate = .start + 60 } == [coins])
        #expect(try ids { $0.excludesFinishedConsumables = true } == [monthly, level])
    }

    @Test("A position is read from its description, and from nothing else")
    func positions() {
        let position = TransactionHistoryPage.Position(revision: 12, entryID: 7)
        #expect(TransactionHistoryPage.Position(position.description) == position)
        for text in ["", "12", "12_", "_7", "12_7_1", "-1_7", "+12_7", "12_07", "a_7", "12_7 "] {
            #expect(TransactionHistoryPage.Position(text) == nil)
        }
    }

    @Test("A page is found by an index, however many transactions there are")
    func plan() throws {
        try store.pay("coins")
        let plan = try store.core.ledger.queue.inDatabase { database in
            try String.fetchAll(
                database,
                sql: """
                    EXPLAIN QUERY PLAN SELECT * FROM entry WHERE customerID = 1
                    AND state = 'purchased' AND (revision, id) > (3, 4)
                    ORDER BY revision ASC, id ASC LIMIT 21
                    """,
                adapter: SuffixRowAdapter(fromIndex: 3)
            )
        }
        #expect(plan == ["SEARCH entry USING INDEX entryByRevision (customerID=? AND revision>?)"])
    }

    /// The numbers of the transactions of a query; a refund and finishing put them last.
    private func ids(_ filter: (inout TransactionHistoryQuery) -> Void) throws -> [Int64] {
        var query = TransactionHistoryQuery()
        filter(&query)
        return try store.transactionHistory(query).entries.map(\.id)
    }
}
