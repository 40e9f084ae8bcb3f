package import Dispatch
package import Foundation

/// Calls a function on a queue at a date of a store's clock.
///
/// The function is also called once an hour before that date, because the system's clock may be
/// changed; it sets the alarm again. A manual clock has no alarms: its handlers perform due work
/// when it is advanced.
package final class Alarm: Sendable {
    /// In seconds.
    private static let longestWait: TimeInterval = 3600

    private let clock: StoreClock
    private let queue: DispatchQueue
    private let state = Locked(State())

    // Sendable because the source is only accessed under the lock.
    private struct State: @unchecked Sendable {
        /// `nil` before the start.
        var body: (@Sendable () -> Void)?
        var setting: Setting?
        var source: (any DispatchSourceTimer)?
    }

    /// A date, and by how many seconds the clock was advanced when the alarm was set to it.
    private struct Setting: Equatable {
        let date: Date
        let offset: TimeInterval
    }

    /// Makes an alarm that is not set.
    package init(_ clock: StoreClock, on queue: DispatchQueue) {
        self.clock = clock
        self.queue = queue
    }

    deinit {
        state.withLock { $0.source }?.cancel()
    }

    /// Calls `body` from now on; before that, the alarm cannot be set.
    package func start(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.body = body }
    }

    /// Sets the alarm to a date in place of the one before; `nil` for none.
    package func set(to date: Date?) {
        guard !clock.isManual else { return }
        let setting = date.map { Setting(date: $0, offset: clock.seconds) }
        let wait = date.map { clock.wait(until: $0) }
        let former = state.withLock { state -> (any DispatchSourceTimer)? in
            guard state.body != nil, state.setting != setting else { return nil }
            let former = state.source
            state.setting = setting
            state.source = wait.map { makeSource(after: $0) }
            state.source?.activate()
            return former
        }
        former?.cancel()
    }

    private func makeSource(after seconds: TimeInterval) -> any DispatchSourceTimer {
        let source = DispatchSource.makeTimerSource(queue: queue)
        let wait = min(max(0, seconds), Self.longestWait)
        // Late by a millisecond rather than early, as an early call would find nothing due.
        source.schedule(wallDeadline: .now() + wait + 0.001)
        source.setEventHandler { [weak self] in self?.ring() }
        return source
    }

    private func ring() {
        let body = state.withLock { state in
            state.setting = nil
            return state.body
        }
        body?()
    }
}
