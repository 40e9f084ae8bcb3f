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
        let reported = JournalLine.reported(
            entry: 1,
            original: 1,
            name: "first",
            state: .purchased,
            amount: 5
        )
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
        let reported = JournalLine.reported(
            entry: 1,
            original: 1,
            name: "first",
            state: state,
            amount: 0
        )
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
        let lines = [JournalLine.pay(.make()), .begin(.finish, [1]), .end(.finish, [1])]
        #expect(problems(in: [try .make()], lines) == [.doubled])
    }

    @Test
    func `A finish without a request is lost`() throws {
        let entry = try LedgerEntry.make { $0.isFinished = true }
        #expect(problems(in: [entry], [.pay(.make())]) == [.lost])
        #expect(problems(in: [entry], [.pay(.make()), .begin(.finish, [1])]) == [])
    }

    @Test
    func `What StoreKit 2 does not deliver is finished without a request`() throws {
        let failed = try LedgerEntry.make {
            $0.isFinished = true
            $0.state = .failed
            $0.purchaseAPI = .storeKit2
        }
        #expect(problems(in: [failed], [.pay(.make())]) == [])
        var purchased = failed
        purchased.state = .purchased
        #expect(problems(in: [purchased], [.pay(.make())]) == [.lost])
        var byQueue = failed
        byQueue.purchaseAPI = .storeKit1
        #expect(problems(in: [byQueue], [.pay(.make())]) == [.lost])
    }

    @Test
    func `An approval that does not last is lost`() throws {
        let entry = try LedgerEntry.make { $0.state = .deferred }
        let lines = [JournalLine.pay(.make()), .begin(.approve, [1]), .end(.approve, [1])]
        #expect(problems(in: [entry], lines) == [.lost])
    }

    @Test
    func `A refund that does not last is doubled`() throws {
        let lines = [JournalLine.pay(.make()), .begin(.refund, [1]), .end(.refund, [1])]
        #expect(problems(in: [try .make()], lines) == [.doubled])
    }

    @Test
    func `A refund without a request is lost`() throws {
        let entry = try LedgerEntry.make {
            $0.revocationDate = $0.purchaseDate
            $0.revocationReason = .other
        }
        #expect(problems(in: [entry], [.pay(.make())]) == [.lost])
    }

    @Test
    func `A restored copy may be gone only when it was finished`() throws {
        let reported = JournalLine.reported(
            entry: 9,
            original: 9,
            name: "",
            state: .restored,
            amount: 0
        )
        #expect(problems(in: [], [reported]) == [.lost])
        #expect(problems(in: [], [reported, .begin(.finish, [9]), .end(.finish, [9])]) == [])
    }

    @Test
    func `What an earlier launch found has to stay`() throws {
        let entry = try LedgerEntry.make()
        let finished = try LedgerEntry.make { $0.isFinished = true }
        let lines = [JournalLine.pay(.make()), .begin(.finish, [1])]
        #expect(problems(in: [], lines, earlier: [entry]) == [.lost])
        #expect(problems(in: [entry], lines, earlier: [finished]) == [.doubled])
        #expect(problems(in: [finished], lines, earlier: [entry]) == [])
    }

    @Test
    func `What was deleted may be gone, with what belongs to it`() throws {
        let reported = JournalLine.reported(try .make())
        #expect(problems(in: [], [reported, .begin(.delete, [1])]) == [])
        let copy = JournalLine.reported(
            entry: 2,
            original: 1,
            name: "first",
            state: .restored,
            amount: 0
        )
        #expect(problems(in: [], [copy, .begin(.delete, [1])]) == [])
    }

    @Test(arguments: [("level", []), ("coins", [Problem.Kind.lost])])
    func `What the queue reported again of a deleted non-consumable may be gone`(
        product: String,
        expected: [Problem.Kind]
    ) throws {
        let lines = ["first", "second"].enumerated().flatMap { index, name in
            [
                JournalLine.pay(.make(name, productID: product)),
                .reported(
                    entry: Int64(index + 1),
                    original: nil,
                    name: name,
                    state: .purchased,
                    amount: nil
                ),
            ]
        }
        #expect(problems(in: [], lines + [.begin(.delete, [1])]) == expected)
    }

    @Test
    func `Declining is final, and charging what was declined is doubled`() throws {
        let lines = [
            JournalLine.pay(.make()), .begin(.decline, [1]), .end(.decline, [1]),
            .reported(entry: 1, original: 1, name: "first", state: .failed, amount: 0),
        ]
        #expect(problems(in: [try .make()], lines) == [.doubled])
        #expect(problems(in: [try .make { $0.state = .failed }], lines) == [])
        #expect(problems(in: [try .make { $0.state = .deferred }], lines) == [.lost, .lost])
    }

    @Test
    func `A resolved issue has one more entry, and no other failure has`() throws {
        let interrupted = try LedgerEntry.make {
            $0.state = .failed
            $0.failure = .init(.unknown, underlying: .interrupted)
        }
        let second = try LedgerEntry.make { $0.id = 2 }
        let lines = [JournalLine.pay(.make())]
        let resolved = lines + [.begin(.resolve, [1]), .end(.resolve, [1])]
        #expect(problems(in: [interrupted, second], resolved) == [])
        #expect(problems(in: [interrupted, second], lines) == [.doubled])
        let third = try LedgerEntry.make { $0.id = 3 }
        #expect(problems(in: [interrupted, second, third], resolved) == [.doubled])
        var open = interrupted
        open.hasIssue = true
        #expect(problems(in: [open], resolved) == [.lost])
    }

    @Test
    func `A refund has its reason, and is delivered until it was received`() throws {
        let lines = [JournalLine.pay(.make()), .begin(.refund, [1]), .end(.refund, [1])]
        func refunded(_ change: (inout LedgerEntry) -> Void = { _ in }) throws -> LedgerEntry {
            try .make(.make(productID: "level")) {
                $0.revocationDate = $0.purchaseDate
                $0.revocationReason = .other
                $0.isRevocationUndelivered = true
                change(&$0)
            }
        }
        let payment = [JournalLine.pay(.make(productID: "level"))] + lines.dropFirst()
        #expect(problems(in: [try refunded()], payment) == [])
        let otherReason = try refunded { $0.revocationReason = .developerIssue }
        #expect(problems(in: [otherReason], payment) == [.lost])
        let delivered = try refunded { $0.isRevocationUndelivered = false }
        #expect(problems(in: [delivered], payment) == [.lost])
        #expect(problems(in: [delivered], payment + [.revoked(products: ["level"])]) == [])
        let acknowledged = payment + [.begin(.acknowledge, [1]), .end(.acknowledge, [1])]
        #expect(problems(in: [delivered], acknowledged) == [])
        #expect(problems(in: [try refunded()], acknowledged) == [.doubled])
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
