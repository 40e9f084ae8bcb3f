import Foundation
import LocalAppStore
import Testing

@testable import crash_harness

@Suite("The audit of subscriptions after a kill")
struct SubscriptionAuditTests {
    private let ledger: TestLedger

    init() throws {
        ledger = try TestLedger()
    }

    @Test
    func `Renewals, an upgrade and a refund have no problem`() throws {
        try ledger.pay("plan.2")
        ledger.advanceByMonth(3)
        try ledger.pay("plan.1")
        ledger.advanceByMonth(1)
        let last = try #require(try ledger.store.entries().last)
        try ledger.store.refunds.refund(last.id)
        #expect(try problems() == [])
        #expect(try ledger.store.entries().count == 6)
    }

    @Test
    func `Two paid periods at once are inconsistent`() throws {
        try ledger.pay("plan.2")
        ledger.advanceByMonth(1)
        #expect(try problems { $0[1].purchaseDate -= 60 } == [.inconsistent, .inconsistent])
    }

    @Test
    func `A renewal that begins late is inconsistent, unless an issue was resolved`() throws {
        try ledger.pay("plan.2")
        ledger.advanceByMonth(1)
        #expect(try problems { $0[1].purchaseDate += 60 } == [.inconsistent])
        let lines = [JournalLine.begin(.resolve, [1])]
        #expect(try problems(lines) { $0[1].purchaseDate += 60 } == [])
    }

    @Test
    func `A subscription that is overdue is inconsistent`() throws {
        try ledger.pay("plan.2")
        #expect(try problems(at: .distantFuture) == [.inconsistent])
    }

    @Test
    func `A refund without cause, or of another amount, is inconsistent`() throws {
        try ledger.pay("plan.2")
        try ledger.pay("plan.1")
        #expect(try problems { $0[0].amountRefunded -= 0.01 } == [.inconsistent])
        #expect(try problems { $0[1].amountRefunded = 1 } == [.inconsistent])
    }

    @Test
    func `A second introductory offer is doubled`() throws {
        try ledger.pay("plan.2")
        ledger.advanceByMonth(1)
        #expect(try problems { $0[0].offer = .introductory } == [])
        let problems = try problems {
            $0[0].offer = .introductory
            $0[1].offer = .introductory
        }
        #expect(problems == [.doubled])
    }

    @Test
    func `A period that becomes longer, or whose refund returns, is inconsistent`() throws {
        try ledger.pay("plan.2")
        var earlier = try ledger.store.entries()
        earlier[0].expirationDate? -= 60
        #expect(try problems(earlier: earlier) == [.inconsistent])
        earlier = try ledger.store.entries()
        earlier[0].amountRefunded = 1
        #expect(try problems(earlier: earlier) == [.inconsistent])
    }

    @Test
    func `What is dated before an earlier payment, or ends before it begins, is inconsistent`()
        throws
    {
        try ledger.pay("plan.2")
        ledger.advanceByMonth(0.5)
        try ledger.pay("plan.1")
        #expect(try problems { $0[1].purchaseDate -= 20 * 86_400 }.contains(.inconsistent))
        #expect(try problems { $0[1].expirationDate = .distantPast }.contains(.inconsistent))
        #expect(try problems() == [])
    }

    private func problems(
        _ lines: [JournalLine] = [],
        earlier: [LedgerEntry] = [],
        at date: Date? = nil,
        change: (inout [LedgerEntry]) -> Void = { _ in }
    ) throws -> [Problem.Kind] {
        var entries = try ledger.store.entries()
        change(&entries)
        var facts = JournalFacts(lines)
        facts.note(entries)
        return SubscriptionAudit(
            facts: facts,
            entries: entries,
            subscriptions: try ledger.store.subscriptions.all(),
            catalog: ledger.store.catalog,
            date: date ?? ledger.store.clock.now,
            earlier: earlier
        )
        .problems.map(\.kind)
    }
}

/// A ledger in memory with two levels of a subscription, whose payments are marked as children do.
struct TestLedger {
    let store: Store

    init() throws {
        store = try Store(
            catalog: Catalog(products: (1...2).map(Self.plan)),
            at: .memory,
            clock: .manual(startingAt: Date(timeIntervalSince1970: 1_709_294_400))
        )
    }

    func pay(_ productID: String) throws {
        try store.pay(PaymentRequest(productID: productID, requestData: Data("payment".utf8)))
    }

    func advanceByMonth(_ count: Double) {
        store.clock.advance(by: count * 31 * 86_400)
    }

    private static func plan(_ level: Int) -> CatalogProduct {
        CatalogProduct(
            id: "plan.\(level)",
            kind: .autoRenewableSubscription,
            price: Decimal(10 - level),
            subscription: SubscriptionTerms(
                groupID: "plans",
                level: level,
                period: SubscriptionPeriod(unit: .month),
                introductoryOffer: CatalogOffer(period: SubscriptionPeriod(unit: .week))
            )
        )
    }
}
