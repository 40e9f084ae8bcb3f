import Foundation
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("The progress of a settlement", .timeLimit(.minutes(10)))
struct SettlementProgressTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("It is reported after each thousand events and at the end")
    func reports() throws {
        let store = try subscribe()
        let reports = Locked<[SettlementProgress]>([])
        store.time.reportSettlement { progress in reports.withLock { $0.append(progress) } }
        try store.time.advance(by: 5000)
        let end = Date.start + 5000
        #expect(
            reports.withLock { $0 } == [
                SettlementProgress(count: 1000, date: .start + 2002, end: end),
                SettlementProgress(count: 2000, date: .start + 4002, end: end),
                SettlementProgress(count: 2500, date: end, end: end),
            ]
        )
        try store.time.advance(by: 100)
        #expect(reports.withLock { $0.count } == 3)
    }

    @Test("Opening a ledger settles a thousand events, and the first query the rest")
    func opening() throws {
        try subscribe().close()
        let clock = StoreClock.manual(startingAt: .start + 5000)
        let store = try open(clock)
        #expect(try store.read { try $0.allEntries().count } == 1001)
        #expect(try store.settings.timeRate == .oneRenewalEveryTwoSeconds)
        #expect(try store.entries().count == 2501)
    }

    @Test("A change settles much in several transactions, and is made after that")
    func changing() throws {
        try subscribe().close()
        let store = try open(.manual(startingAt: .start + 5000))
        let before = try store.core.ledger.read { try $0.revision() }
        let entry = try store.pay("monthly")
        #expect(entry.id == 2502)
        #expect(entry.purchaseDate == .start + 5000)
        #expect(try store.core.ledger.read { try $0.revision() } == before + 3)
    }

    /// Buys a subscription that renews every two seconds.
    private func subscribe() throws -> Store {
        let store = try open(.manual(startingAt: .start))
        try store.updateSettings { $0.timeRate = .oneRenewalEveryTwoSeconds }
        try store.pay("weekly")
        return store
    }

    private func open(_ clock: StoreClock) throws -> Store {
        try Store.make(.subscriptions, at: .file(folder.file()), clock: clock)
    }
}
