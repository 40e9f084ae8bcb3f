import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@Suite(
    "The session's clock in an app",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct ClockTests {
    let session: SKTestSession

    init() throws {
        session = try .current
    }

    /// An app that waits, with whatever clock it is given.
    private func pause<C: Clock>(_ duration: C.Duration, _ clock: C) async throws {
        try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
    }

    @Test func `a sleep ends when the session is advanced far enough`() async throws {
        let hasEnded = Locked(false)
        let clock = session.clock
        let task = Task {
            try await pause(.seconds(60), clock)
            hasEnded.withLock { $0 = true }
        }
        await session.waitForDelays()
        await session.advance(by: 59.999)
        await session.waitForDelays()
        #expect(!hasEnded.withLock { $0 })
        await session.advance(by: 0.001)
        try await task.value
        #expect(clock.now.date == .opening + 60)
    }

    @Test func `a loop of sleeps goes on step by step`() async throws {
        let dates = Locked<[Date]>([])
        let (session, clock) = (session, session.clock)
        let task = Task {
            for _ in 0..<3 {
                try await clock.sleep(for: .milliseconds(100))
                dates.withLock { $0.append(session.currentDate) }
            }
        }
        for _ in 0..<3 {
            await session.waitForDelays()
            await session.advance(by: 0.1)
        }
        try await task.value
        #expect(
            dates.withLock { $0.map { $0.milliseconds - Date.opening.milliseconds } } == [
                100, 200, 300,
            ]
        )
    }

    @Test func `a cancelled sleep throws, and no longer waits`() async throws {
        let clock = session.clock
        let task = Task { try await clock.sleep(for: .seconds(60)) }
        await session.waitForDelays()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let next = Task { try await clock.sleep(for: .seconds(5)) }
        await session.waitForDelays()
        await session.advance(by: 5)
        try await next.value
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(5))
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test func `a sleep of no time returns at once`() async throws {
        try await session.clock.sleep(for: .zero)
        try await session.clock.sleep(for: .seconds(-5))
        try await session.clock.sleep(until: session.clock.now)
    }

    @Test func `a sleep ends with its session, by an error`() async throws {
        let (clock, task) = try await withStore(contentsOf: SampleProducts.file) { other in
            let clock = other.clock
            let task = Task { try await clock.sleep(for: .seconds(60)) }
            await other.waitForDelays()
            return (clock, task)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(60)) }
        let snapshot = try session.snapshot()
        let waiting = Task { [clock = session.clock] in try await clock.sleep(for: .seconds(60)) }
        await session.waitForDelays()
        try session.restore(snapshot)
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test(.store(contentsOf: SampleProducts.file))
    func `with the system's clock a sleep lasts, and an advance skips it`() async throws {
        let session = try SKTestSession.current
        let before = session.clock.now
        try await session.clock.sleep(for: .milliseconds(5))
        #expect(before.duration(to: session.clock.now) >= .milliseconds(5))
        let task = Task { [clock = session.clock] in try await clock.sleep(for: .seconds(86_400)) }
        await session.waitForDelays()
        await session.advance(by: 86_400)
        try await task.value
    }

    @Test func `moments count exactly, and a date is never too early`() {
        let start = session.clock.now
        #expect(start.date == .opening)
        #expect(start == .init(date: .opening))
        let later = start.advanced(by: .nanoseconds(1))
        #expect(start < later)
        #expect(start.duration(to: later) == .nanoseconds(1))
        #expect(later.date == Date(millisecondsSince1970: Date.opening.milliseconds + 1))
        #expect(start.advanced(by: .milliseconds(-1)).date < start.date)
        #expect(session.clock.minimumResolution == .milliseconds(1))
    }
}
