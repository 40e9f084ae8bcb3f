import Foundation
import LocalAppStore
import Testing

@testable import journeys

@Suite("The examination of a ledger after a kill")
struct ExaminationTests {
    @Test
    func `A ledger that agrees with the journal has no problem`() throws {
        let entry = try LedgerEntry.make()
        #expect(problems(in: [entry], [.pay(.make()), .told(entry)]) == [])
    }

    @Test
    func `A payment nobody was told of may be in the ledger or not`() throws {
        #expect(problems(in: [], [.pay(.make())]) == [])
        #expect(problems(in: [try .make()], [.pay(.make())]) == [])
    }

    @Test
    func `A purchase that was told and is gone is lost`() throws {
        let entry = try LedgerEntry.make()
        #expect(problems(in: [], [.pay(.make()), .told(entry)]) == [.lost])
    }

    @Test
    func `Another amount than was told is lost`() throws {
        let entry = try LedgerEntry.make()
        let told = JournalLine.told(entry: 1, name: "first", state: .purchased, amount: 5)
        #expect(problems(in: [entry], [.pay(.make()), told]) == [.lost])
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
    func `A charge of what was told as not charged is doubled`(state: LedgerEntry.State) throws {
        let told = JournalLine.told(entry: 1, name: "first", state: state, amount: 0)
        #expect(problems(in: [try .make()], [.pay(.make()), told]) == [.doubled])
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
    func `A finish that was told and does not last is doubled`() throws {
        let lines = [JournalLine.pay(.make()), .finish([1]), .finished([1])]
        #expect(problems(in: [try .make()], lines) == [.doubled])
    }

    @Test
    func `A finish that nobody asked for is lost`() throws {
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
    func `A refund that nobody asked for is lost`() throws {
        let entry = try LedgerEntry.make { $0.revocationDate = $0.purchaseDate }
        #expect(problems(in: [entry], [.pay(.make())]) == [.lost])
    }

    @Test
    func `A restored copy may be gone only when it was finished`() throws {
        let told = JournalLine.told(entry: 9, name: "", state: .restored, amount: 0)
        #expect(problems(in: [], [told]) == [.lost])
        #expect(problems(in: [], [told, .finish([9]), .finished([9])]) == [])
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
        Examination(
            facts: JournalFacts(lines),
            entries: entries,
            earlier: earlier,
            catalog: .make()
        )
        .problems.map(\.kind)
    }
}
