import Foundation
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("The time of a ledger", .timeLimit(.minutes(10)))
struct StoreTimeTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Another process renews subscriptions when the time is advanced, without a call")
    func otherProcess() async throws {
        let here = try open()
        let there = try open()
        let first = try here.pay("monthly")
        let (renewals, continuation) = AsyncStream.makeStream(of: LedgerEntry.self)
        let observation = there.observe { change in
            for entry in change.entries where entry.id > first.id { continuation.yield(entry) }
        }
        let (advances, advance) = AsyncStream.makeStream(of: Void.self)
        let subscription = there.clock.onAdvance { advance.yield() }
        try here.time.advance(by: .days(40))
        #expect(try here.entries().count == 2)
        for await renewal in renewals {
            #expect(renewal.originalID == first.id)
            break
        }
        for await _ in advances { break }
        #expect(there.clock.seconds == .days(40))
        observation.cancel()
        withExtendedLifetime(subscription) {}
    }

    @Test("A process that observes nothing has the time, too, also after changes of its own")
    func withoutObservers() async throws {
        let here = try open()
        let there = try open()
        let (advances, advance) = AsyncStream.makeStream(of: Void.self)
        let subscription = there.clock.onAdvance { advance.yield() }
        try here.time.advance(by: .days(3))
        let entry = try there.pay("monthly")
        #expect(entry.purchaseDate >= here.clock.now - 3600)
        for await _ in advances { break }
        #expect(there.clock.seconds == .days(3))
        withExtendedLifetime(subscription) {}
    }

    @Test("A ledger that is opened later has the time, and resetting does not turn it back")
    func reopening() throws {
        let store = try open()
        try store.time.advance(by: .days(10))
        try store.time.advance(by: -.days(4))
        try store.time.advance(by: .nan)
        try store.clear()
        try store.resetSettings()
        #expect(try open().clock.seconds == .days(10))
        try store.time.advance(to: store.clock.now + .days(5))
        #expect(abs(try open().clock.seconds - .days(15)) < 3600)
        try store.time.advance(to: store.clock.now - .days(5))
        #expect(abs(try open().clock.seconds - .days(15)) < 3600)
    }

    @Test("What two processes advance adds up")
    func twice() throws {
        let stores = [try open(), try open()]
        for store in stores { try store.time.advance(by: .days(2)) }
        #expect(stores[1].clock.seconds == .days(4))
        #expect(try open().clock.seconds == .days(4))
    }

    @Test("Ledgers that share a clock have its time, and the greatest advance counts")
    func sharedClock() throws {
        let clock = StoreClock.system()
        let other = folder.file("other.ledger")
        try Store.make(at: .file(other), clock: .system()).time.advance(by: .days(7))
        let first = try open(clock)
        try first.time.advance(by: .days(3))
        let second = try Store.make(at: .file(other), clock: clock)
        #expect(clock.seconds == .days(7))
        #expect(try open().clock.seconds == .days(7))
        clock.advance(by: .days(1))
        #expect(try open().clock.seconds == .days(8))
        #expect(try Store.make(at: .file(other), clock: .system()).clock.seconds == .days(8))
        withExtendedLifetime(second) {}
    }

    @Test("What ten processes advance at once adds up, also in days and months of the calendar")
    func atOnce() throws {
        let stores = try (0..<10).map { _ in try open() }
        let errors = Locked<[any Error]>([])
        DispatchQueue.concurrentPerform(iterations: 10) { number in
            do {
                try stores[number].time.advance(by: SubscriptionPeriod(unit: .day))
            } catch {
                errors.withLock { $0.append(error) }
            }
        }
        #expect(errors.withLock { $0 }.isEmpty)
        #expect(abs(try open().clock.seconds - .days(10)) < 1)
    }

    @Test("Threads that advance one manual clock add up")
    func manualAtOnce() throws {
        let store = try Store.make(.subscriptions)
        DispatchQueue.concurrentPerform(iterations: 10) { _ in
            try? store.time.advance(by: SubscriptionPeriod(unit: .day))
        }
        #expect(store.clock.now == .start + .days(10))
    }

    @Test("An advance by more than ten years is refused", arguments: [true, false])
    func excess(isManual: Bool) throws {
        let store = try open(isManual ? .manual(startingAt: .start) : .system())
        #expect(throws: StoreError.excessiveAdvance) { try store.time.advance(by: .infinity) }
        #expect(throws: StoreError.excessiveAdvance) {
            try store.time.advance(by: SubscriptionPeriod(value: 9000, unit: .year))
        }
        #expect(throws: StoreError.excessiveAdvance) {
            try store.time.advance(to: store.clock.now + Store.Time.longestAdvance + 3600)
        }
        #expect(store.clock.seconds == 0)
        try store.time.advance(by: SubscriptionPeriod(value: 10, unit: .year))
        try store.time.advance(by: Store.Time.longestAdvance)
        #expect(store.clock.seconds > .days(7300))
    }

    @Test("A manual clock is advanced in its process alone, and the ledger has no time")
    func manualClock() throws {
        let store = try open(.manual(startingAt: .start))
        let monthly = try store.pay("monthly")
        try store.time.advance(by: .days(40))
        #expect(store.clock.now == .start + .days(40))
        #expect(try store.entries().map(\.originalID) == [monthly.id, monthly.id])
        try store.time.advance(to: .start + .days(50))
        #expect(store.clock.now == .start + .days(50))
        #expect(try open(.manual(startingAt: .start)).clock.now == .start)
        #expect(try open().clock.seconds == 0)
    }

    @Test("A manual clock stands, whatever the time of the ledger is")
    func manualClockLater() throws {
        try open().time.advance(by: .days(40))
        #expect(try open(.manual(startingAt: .start)).clock.now == .start)
    }

    @Test("A timer that was set before an advance does not delay what is due after it")
    func timers() async throws {
        let store = try open()
        try store.pay("monthly")
        let (calls, call) = AsyncStream.makeStream(of: Int64.self)
        let observation = store.observe { change in
            for entry in change.entries where entry.id > 1 { call.yield(entry.id) }
        }
        store.faults.after(3600) { call.yield(0) }
        try store.time.advance(by: 3599.9)
        #expect(await calls.first { _ in true } == 0)
        let end = try #require(try store.subscriptions.all().first).expirationDate
        try store.time.advance(to: end - 0.5)
        #expect(await calls.first { _ in true } == 2)
        observation.cancel()
    }

    @Test("The ledger records the app, once for each change, and without one there is none")
    func recordedApp() throws {
        let store = try open()
        #expect(try store.recordedApp == nil)
        store.app = StoreApp(bundleIdentifier: "com.example.shop", version: "7")
        try store.recordApp()
        let other = try open()
        #expect(try other.recordedApp == store.app)
        let version = try store.core.ledger.dataVersion()
        other.app = store.app
        try other.recordApp()
        #expect(try store.core.ledger.dataVersion() == version)
        other.app.version = "8"
        try other.recordApp()
        #expect(try store.recordedApp?.version == "8")
    }

    @Test("An app that another version recorded has defaults for what is missing")
    func olderApp() throws {
        let text = #"{"bundleIdentifier": "com.example.shop", "color": "red"}"#
        let app = try JSONDecoder().decode(StoreApp.self, from: Data(text.utf8))
        #expect(app == StoreApp(bundleIdentifier: "com.example.shop"))
    }

    private func open(_ clock: StoreClock = .system()) throws -> Store {
        try Store.make(.subscriptions, at: .file(folder.file()), clock: clock)
    }
}
