import Foundation
import LocalAppStore
import Testing

@testable import crash_harness

@Suite("The audit of a ledger after a kill")
struct LedgerAuditTests {
    @Test
    func `A ledger that agrees with the journal has no problem`() throws {
        let entry = try LedgerEntry.make()
        #expect(problems(in: [entry], [.pay(.make()), .reported(entry)]) == [])
    }

    @Test
    func `A payment that was not reported may be in the ledger or not`() throws {
        #expect(problems(in: [], [.pay(.make())]) == [])
        #expect(problems(in: [try .make()], [.pay(.make())]) == [])
    }

    @Test
    func `A purchase that was reported and is gone is lost`() throws {
        let entry = try LedgerEntry.make()
        #expect(problems(in: [], [.pay(.make()), .reported(entry)]) == [.lost])
    }

    @Test
    func `Another amount than was reported is lost`() throws {
        let entry = try LedgerEntry.make()
        let reported = JournalLine.reported(entry: 1, name: "first", state: .purchased, amount: 5)
        #expect(problems(in: [entry], [.pay(.make()), reported]) == [.lost])
    }

    @Test
    func `Another price than the catalog's is lost`() throws {
        let entry = try LedgerEntry.make { $0.price = 5 }
        #expect(problems(in: [entry], [.pay(.make())]) == [.lost])
    }

    @Test
    func `One payment with two entries is doubled`() throws {
        let second = try LedgerEntry.make {
            $0.id = 2
            $0.originalID = 2
        }
        #expect(problems(in: [try .make(), second], [.pay(.make())]) == [.doubled])
    }

    @Test
    func `A charge without a payment is doubled`() throws {
        #expect(problems(in: [try .make()], []) == [.doubled])
    }

    @Test(arguments: [LedgerEntry.State.failed, .deferred])
    func `A charge of what was reported as not charged is doubled`(state: LedgerEntry.State) throws
    {
        let reported = JournalLine.reported(entry: 1, name: "first", state: state, amount: 0)
        #expect(problems(in: [try .make()], [.pay(.make()), reported]) == [.doubled])
    }

    @Test
    func `A charge of what the queue refused is doubled`() throws {
        let lines = [JournalLine.pay(.make()), .refused(name: "first")]
        #expect(problems(in: [try .make()], lines) == [.doubled])
    }

    @Test
    func `What is owned once and charged twice is doubled`() throws {
        let intents = ["first", "second"].map { PaymentIntent.make($0, productID: "level") }
        let second = try LedgerEntry.make(intents[1]) {
            $0.id = 2
            $0.originalID = 2
        }
        let ledger = [try LedgerEntry.make(intents[0]), second]
        #expect(problems(in: ledger, intents.map(JournalLine.pay)) == [.doubled])
    }

    @Test
    func `A finish that was reported and does not last is doubled`() throws {
        let lines = [JournalLine.pay(.make()), .finish([1]), .finished([1])]
        #expect(problems(in: [try .make()], lines) == [.doubled])
    }

    @Test
    func `A finish without a request is lost`() throws {
        let entry = try LedgerEntry.make { $0.isFinished = true }
        #expect(problems(in: [entry], [.pay(.make())]) == [.lost])
        #expect(problems(in: [entry], [.pay(.make()), .finish([1])]) == [])
    }

    @Test
    func `An approval that does not last is lost`() throws {
        let entry = try LedgerEntry.make { $0.state = .deferred }
        let lines = [JournalLine.pay(.make()), .approve(1), .approved(1)]
        #expect(problems(in: [entry], lines) == [.lost])
    }

    @Test
    func `A refund that does not last is doubled`() throws {
        let lines = [JournalLine.pay(.make()), .refund(1), .refunded(1)]
        #expect(problems(in: [try .make()], lines) == [.doubled])
    }

    @Test
    func `A refund without a request is lost`() throws {
        let entry = try LedgerEntry.make { $0.revocationDate = $0.purchaseDate }
        #expect(problems(in: [entry], [.pay(.make())]) == [.lost])
    }

    @Test
    func `A restored copy may be gone only when it was finished`() throws {
        let reported = JournalLine.reported(entry: 9, name: "", state: .restored, amount: 0)
        #expect(problems(in: [], [reported]) == [.lost])
        #expect(problems(in: [], [reported, .finish([9]), .finished([9])]) == [])
    }

    @Test
    func `What an earlier launch found has to stay`() throws {
        let entry = try LedgerEntry.make()
        let finished = try LedgerEntry.make { $0.isFinished = true }
        let lines = [JournalLine.pay(.make()), .finish([1])]
        #expect(problems(in: [], lines, earlier: [entry]) == [.lost])
        #expect(problems(in: [entry], lines, earlier: [finished]) == [.doubled])
        #expect(problems(in: [finished], lines, earlier: [entry]) == [])
    }

    private func problems(
        in entries: [LedgerEntry],
        _ lines: [JournalLine],
        earlier: [LedgerEntry] = []
    ) -> [Problem.Kind] {
        LedgerAudit(
            facts: JournalFacts(lines),
            entries: entries,
            earlier: earlier,
            catalog: .make()
        )
        .problems.map(\.kind)
    }
}

extension LedgerEntry {
    /// A purchase of coins, as a ledger in memory writes it, then changed by `change`.
    static func make(
        _ intent: PaymentIntent = .make(),
        change: (inout LedgerEntry) -> Void = { _ in }
    ) throws -> LedgerEntry {
        let store = try Store(
            catalog: .make(),
            at: .memory,
            clock: .manual(startingAt: Date(timeIntervalSince1970: 1_709_294_400))
        )
        var entry = try store.pay(
            PaymentRequest(productID: intent.productID, applicationUsername: intent.name)
        )
        change(&entry)
        return entry
    }
}

extension PaymentIntent {
    static func make(_ name: String = "first", productID: String = "coins") -> PaymentIntent {
        PaymentIntent(name: name, productID: productID)
    }
}

extension Catalog {
    static func make() -> Catalog {
        Catalog(products: [
            CatalogProduct(id: "coins", kind: .consumable, price: 0.99),
            CatalogProduct(id: "level", kind: .nonConsumable, price: 2.99),
        ])
    }
}
