public import Foundation

/// The clock of a store.
///
/// All dates of the store are from its clock, so a test can control time: it makes a manual clock
/// and advances it. Stores that share a clock have the same time. All members may be called from
/// any thread.
public final class StoreClock: Sendable {
    private let source: Source
    private let state = Locked(State())
    private let handlers = Locked<[UUID: @Sendable () -> Void]>([:])

    private enum Source {
        case running(@Sendable () -> Date)
        case fixed(Date)
    }

    private struct State {
        /// By how many seconds the clock was advanced.
        var offset: TimeInterval = 0
        /// The date below which the clock does not fall.
        var floor = Date.storeDates.lowerBound
    }

    private init(_ source: Source) {
        self.source = source
    }

    /// Makes a clock that follows the system's clock.
    ///
    /// A store with it adopts the time to which its ledger was advanced, by this process or another
    /// (``Store/Time/advance(to:)``). When the system's clock goes back, the store's time stands
    /// still at the newest change of the ledger until the system's clock has passed it.
    public static func system() -> StoreClock {
        following { Date() }
    }

    /// Makes a clock that follows another one than the system's, for tests.
    package static func following(_ clock: @escaping @Sendable () -> Date) -> StoreClock {
        StoreClock(.running(clock))
    }

    /// Makes a clock that only advances by ``advance(by:)``.
    public static func manual(startingAt date: Date) -> StoreClock {
        StoreClock(.fixed(date))
    }

    /// The current date in whole milliseconds, rounded up.
    ///
    /// It is clamped to the years 1 to 9999, which is the range of dates in receipts and
    /// certificates.
    public var now: Date {
        now(atOffset: 0, notBefore: Date.storeDates.lowerBound)
    }

    /// The current date of a clock that is at least some seconds ahead, and not before a date.
    func now(atOffset seconds: TimeInterval, notBefore date: Date) -> Date {
        let state = state.withLock { $0 }
        let running = self.date(atOffset: max(seconds, state.offset))
        return max(running, state.floor, date)
    }

    /// The seconds until a date, after which a timer fires.
    ///
    /// They are more than those from ``now`` where the system's clock went back.
    func wait(until date: Date) -> TimeInterval {
        date.timeIntervalSince(self.date(atOffset: seconds))
    }

    /// By how many seconds the clock was advanced.
    var seconds: TimeInterval { state.withLock { $0.offset } }

    /// The date at an offset, by the clock that this one follows.
    ///
    /// It is rounded up, so that a purchase isn't earlier than a date that its caller took. A
    /// twentieth of a millisecond is left out, because a `Date` isn't exact.
    func date(atOffset seconds: TimeInterval) -> Date {
        let date = Date(timeInterval: seconds + 0.000_45, since: start)
        return Date(millisecondsSince1970: date.milliseconds).clamped(to: Date.storeDates)
    }

    /// Advances the clock by a number of seconds; a negative number is ignored.
    ///
    /// On return, every store with this clock has settled its due events. Every renewal in between
    /// is made, so an advance by many years takes long; ``Store/Time/longestAdvance`` does not
    /// limit it.
    public func advance(by seconds: TimeInterval) {
        advance { _ in seconds }
    }

    /// Advances the clock to a date; an earlier date than the current one is ignored.
    public func advance(to date: Date) {
        advance { now in date.timeIntervalSince(now) }
    }

    /// Advances the clock by the seconds that `step` returns for the current date, so that advances
    /// of two threads add up.
    func advance<Failure: Error>(
        by step: (Date) throws(Failure) -> TimeInterval
    ) throws(Failure) {
        try state.withLock { (state: inout State) throws(Failure) in
            let running = date(atOffset: state.offset)
            let now = max(running, state.floor)
            state.offset += now.timeIntervalSince(running) + max(0, try step(now))
        }
        callHandlers()
    }

    /// Advances the clock to an offset in seconds; a smaller one than the present is ignored, so
    /// that time never goes back.
    func advance(toOffset seconds: TimeInterval) {
        let isAdvanced = state.withLock { state in
            defer { state.offset = max(state.offset, seconds) }
            return state.offset < seconds
        }
        if isAdvanced { callHandlers() }
    }

    /// Advances the clock to a date, below which it does not fall from now on.
    func advance(toFloor date: Date) {
        let isAdvanced = now < date
        hold(at: date)
        if isAdvanced { callHandlers() }
    }

    /// Keeps the clock from falling below the date of a change.
    ///
    /// The handlers are not called, because they may be waiting for the caller's change.
    func hold(at date: Date) {
        state.withLock { $0.floor = max($0.floor, date) }
    }

    private func callHandlers() {
        for handler in handlers.withLock({ Array($0.values) }) {
            handler()
        }
    }

    /// Calls `body` whenever the clock is advanced, on the thread that does so, until the
    /// subscription is released.
    public func onAdvance(_ body: @escaping @Sendable () -> Void) -> Subscription {
        let id = UUID()
        handlers.withLock { $0[id] = body }
        return Subscription(id: id, clock: self)
    }

    /// A subscription to the advances of a clock; releasing it ends the subscription.
    ///
    /// It is public because Swift 6.3 crashes in release builds over a class in a public class that
    /// is for the package alone.
    public final class Subscription: Sendable {
        private let id: UUID
        private let clock: StoreClock

        fileprivate init(id: UUID, clock: StoreClock) {
            self.id = id
            self.clock = clock
        }

        deinit {
            let handler = clock.handlers.withLock { $0.removeValue(forKey: id) }
            withExtendedLifetime(handler) {}
        }
    }

    /// Whether the clock only advances by ``advance(by:)``.
    package var isManual: Bool {
        switch source {
        case .running: false
        case .fixed: true
        }
    }

    /// Whether the time differs from the system clock's.
    var isVirtual: Bool { isManual || seconds > 0 }

    private var start: Date {
        switch source {
        case .running(let clock): clock()
        case .fixed(let date): date
        }
    }
}
