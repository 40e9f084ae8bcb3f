import Dispatch
import Foundation

/// Calls delayed by a store's clock.
///
/// With a manual clock it happens on the thread that advances the clock, before that call returns;
/// with the system's clock on a queue, by a timer.
final class FaultDelays: Sendable {
    private let clock: StoreClock
    private let state = Locked(State())
    private let following = Locked<Following?>(nil)

    private struct State {
        var waiting: [Delayed] = []
        var count = 0
        var watchers: [Watcher] = []
    }

    /// Called once a number of actions are pending.
    private struct Watcher: Sendable {
        let count: Int
        let body: @Sendable () -> Void
    }

    /// The alarm of the earliest call, and the subscription to advances of the clock.
    private struct Following: Sendable {
        let advances: StoreClock.Subscription
        let alarm: Alarm
    }

    private struct Delayed: Sendable {
        let date: Date
        let number: Int
        let body: @Sendable () -> Void
    }

    init(clock: StoreClock) {
        self.clock = clock
    }

    func after(_ seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) {
        _ = at(clock.now.addingTimeInterval(seconds), body)
    }

    /// Calls `body` at a date, unless it is cancelled by the number that is returned.
    func at(_ date: Date, _ body: @escaping @Sendable () -> Void) -> Int {
        let alarm = followClock()
        let number = state.withLock { state in
            state.waiting.append(Delayed(date: date, number: state.count, body: body))
            state.count += 1
            return state.count - 1
        }
        callWatchers()
        schedule(alarm)
        return number
    }

    func cancel(_ number: Int) {
        // Released after the lock.
        let cancelled = state.withLock { state in
            let cancelled = state.waiting.filter { $0.number == number }
            state.waiting.removeAll { $0.number == number }
            return cancelled
        }
        withExtendedLifetime(cancelled) {}
    }

    /// Follows the clock from the first event on, because most stores never have one.
    private func followClock() -> Alarm {
        following.withLock { following in
            if let following { return following.alarm }
            let alarm = Alarm(clock, on: DispatchQueue(label: "LocalAppStore.faults"))
            let ring = { @Sendable [weak self, weak alarm] in
                guard let self, let alarm else { return }
                callDue()
                schedule(alarm)
            }
            alarm.start(ring)
            following = Following(advances: clock.onAdvance(ring), alarm: alarm)
            return alarm
        }
    }

    /// Calls `body` once, when at least `count` events wait.
    func whenWaiting(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.watchers.append(Watcher(count: count, body: body)) }
        callWatchers()
    }

    private func callWatchers() {
        let satisfied = state.withLock { state in
            let waiting = state.waiting.count
            defer { state.watchers.removeAll { $0.count <= waiting } }
            return state.watchers.filter { $0.count <= waiting }
        }
        satisfied.forEach { $0.body() }
    }

    /// Calls everything that waits.
    func releaseAll() {
        let all = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        all.forEach { $0.body() }
    }

    /// Makes the due calls in the order of the dates; a call can make more due.
    private func callDue() {
        while let next = takeNextDue() { next.body() }
    }

    private func takeNextDue() -> Delayed? {
        let now = clock.now
        return state.withLock { state in
            let next = state.waiting.filter { $0.date <= now }
                .min { ($0.date, $0.number) < ($1.date, $1.number) }
            guard let next else { return nil }
            state.waiting.removeAll { $0.number == next.number }
            return next
        }
    }

    private func schedule(_ alarm: Alarm) {
        alarm.set(to: state.withLock { $0.waiting.map(\.date).min() })
    }
}
