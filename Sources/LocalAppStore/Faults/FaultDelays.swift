import Dispatch
import Foundation

/// What is to happen later by a store's clock.
///
/// With a manual clock it happens on the thread that advances the clock, before that call returns;
/// with the system's clock on a queue, by a timer.
final class FaultDelays: Sendable {
    private let clock: StoreClock
    private let state = Locked(State())
    private let wakening = Locked<Wakening?>(nil)

    private struct State {
        var waiting: [Delayed] = []
        var count = 0
        /// Whether a timer is on its way.
        var isScheduled = false
        var watchers: [Watcher] = []
    }

    /// Called once a number of actions are pending.
    private struct Watcher: Sendable {
        let count: Int
        let body: @Sendable () -> Void
    }

    /// What calls the events that become due.
    private struct Wakening: Sendable {
        let advances: StoreClock.Subscription
        let queue: DispatchQueue
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
        let queue = startWakening()
        let number = state.withLock { state in
            state.waiting.append(Delayed(date: date, number: state.count, body: body))
            state.count += 1
            return state.count - 1
        }
        callWatchers()
        schedule(on: queue)
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
    private func startWakening() -> DispatchQueue {
        wakening.withLock { wakening in
            if let wakening { return wakening.queue }
            let queue = DispatchQueue(label: "LocalAppStore.faults")
            let advances = clock.onAdvance { [weak self] in self?.advance(on: queue) }
            wakening = Wakening(advances: advances, queue: queue)
            return queue
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

    private func advance(on queue: DispatchQueue) {
        callDue()
        // The timer that is on its way would be late.
        state.withLock { $0.isScheduled = false }
        schedule(on: queue)
    }

    /// Calls what is due in the order of the dates; it may let more become due.
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

    private func schedule(on queue: DispatchQueue) {
        guard !clock.isManual else { return }
        let next = state.withLock { state -> Date? in
            guard !state.isScheduled, let first = state.waiting.map(\.date).min() else {
                return nil
            }
            state.isScheduled = true
            return first
        }
        guard let next else { return }
        // The store's dates are whole milliseconds, so nothing becomes due earlier.
        let seconds = max(clock.wait(until: next), 0.001)
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            self?.state.withLock { $0.isScheduled = false }
            self?.callDue()
            self?.schedule(on: queue)
        }
    }
}
