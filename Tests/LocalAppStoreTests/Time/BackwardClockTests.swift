import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("A system clock that goes back", .timeLimit(.minutes(10)))
struct BackwardClockTests {
    let folder: TemporaryFolder
    let system = Locked(Date.start)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("The time of an open store stands still, and no period ends before it begins")
    func whileOpen() throws {
        let store = try open()
        let monthly = try store.pay("monthly")
        turnBack()
        #expect(store.clock.now == .start)
        let best = try store.pay("best")
        #expect(best.purchaseDate == .start + 1)
        let weekly = try store.pay("weekly")
        #expect(weekly.expirationDate == .start + .days(7))
        #expect(try store.entries().map(\.id) == [monthly.id, best.id, weekly.id])
        #expect(try store.verifiedReceipt().creationDate == .start)
    }

    @Test("A store that is opened later begins at the newest change, and charges nothing twice")
    func whileClosed() throws {
        try open().pay("weekly")
        turnBack()
        let store = try open()
        #expect(store.clock.now == .start)
        #expect(try store.pay("monthly").purchaseDate == .start)
        system.withLock { $0 = .start + .days(6) }
        #expect(store.clock.now == .start + .days(6))
        #expect(try store.entries().count == 2)
        #expect(try store.subscriptions.all().map(\.status) == [.subscribed, .subscribed])
    }

    @Test("Two processes agree, though one changes the ledger before the clock goes back")
    func twoProcesses() throws {
        let stores = [try open(), try open()]
        system.withLock { $0 += 60 }
        try stores[0].pay("weekly")
        turnBack()
        let entry = try stores[1].pay("monthly")
        #expect(entry.purchaseDate == .start + 60)
        #expect(stores[1].clock.now == .start + 60)
    }

    @Test("An advance is counted from where the time stands, and lasts")
    func advancing() throws {
        let store = try open()
        try store.pay("weekly")
        turnBack()
        try store.time.advance(by: .days(8))
        #expect(store.clock.now == .start + .days(8))
        #expect(try store.entries().map(\.purchaseDate) == [.start, .start + .days(7)])
        #expect(try open().clock.now == .start + .days(8))
        store.clock.advance(to: .start + .days(9))
        #expect(store.clock.now == .start + .days(9))
    }

    @Test("A timer waits until the system's clock has caught up, and not in a loop")
    func timers() throws {
        let store = try open()
        try store.pay("weekly")
        turnBack()
        #expect(store.clock.wait(until: .start + .days(7)) == .days(47))
    }

    @Test("Handlers are called when the time of a ledger is adopted, and not within a change")
    func handlers() {
        let clock = StoreClock.following { [system] in system.withLock { $0 } }
        let calls = Locked(0)
        let subscription = clock.onAdvance { calls.withLock { $0 += 1 } }
        clock.hold(at: .start + 10)
        #expect(clock.now == .start + 10)
        #expect(calls.withLock { $0 } == 0)
        clock.advance(toFloor: .start + 20)
        clock.advance(toFloor: .start + 15)
        #expect(clock.now == .start + 20)
        #expect(calls.withLock { $0 } == 1)
        withExtendedLifetime(subscription) {}
    }

    @Test("A ledger of an earlier version is not older than its entries")
    func migration() throws {
        let store = try open()
        try store.pay("best")
        system.withLock { $0 += 3600 }
        let entry = try store.pay("weekly")
        try store.execute(
            sql: """
                \(LedgerSchema.undoingToVersion17)
                ALTER TABLE counter DROP COLUMN newestDate;
                PRAGMA user_version = 16;
                """
        )
        try store.close()
        turnBack()
        #expect(try open().clock.now == entry.purchaseDate)
    }

    private func turnBack() {
        system.withLock { $0 -= .days(40) }
    }

    private func open() throws -> Store {
        let clock = StoreClock.following { [system] in system.withLock { $0 } }
        return try Store.make(.subscriptions, at: .file(folder.file()), clock: clock)
    }
}
