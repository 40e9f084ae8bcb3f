// Apple's session has no clock that these members could access.
#if !canImport(Darwin)
public import Foundation
import LocalAppStore
public import StoreKitTest

extension SKTestSession {
    /// The session's clock in the form of Swift's clocks, to be given to an app in place of a
    /// `ContinuousClock`.
    ///
    /// The app's sleeps with it end when the session's time is reached, which a test causes with
    /// `advance(by:)`. A task that sleeps counts in `waitForDelays(_:)`:
    ///
    /// ```swift
    /// let reminder = Task { try await session.clock.sleep(for: .seconds(60)) }
    /// await session.waitForDelays()
    /// await session.advance(by: 60)
    /// try await reminder.value
    /// ```
    @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
    public var clock: VirtualClock { VirtualClock(session: self) }

    /// A clock that has the time of a session's store.
    ///
    /// It keeps the session alive.
    @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
    public struct VirtualClock: Clock {
        let session: SKTestSession

        /// The present moment of the session.
        public var now: Instant { Instant(date: session.currentDate) }

        /// A millisecond, which the store's dates are whole numbers of.
        public var minimumResolution: Duration { .milliseconds(1) }

        /// Returns when the session's time has reached the deadline.
        ///
        /// It follows the session when it is advanced. One step may end many sleeps, in no order
        /// that is certain: a task that sleeps again does so from the moment that was reached.
        ///
        /// - Throws: `CancellationError` when the task is cancelled, or the session ends before
        ///   that.
        public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
            try Task.checkCancellation()
            guard now < deadline else { return }
            let sleep = Sleep(until: deadline, in: session)
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { sleep.begin($0) }
            } onCancel: {
                sleep.cancel()
            }
        }

        /// A moment of a session's time.
        public struct Instant: InstantProtocol {
            /// The time since 1970.
            private let time: Duration

            private init(time: Duration) {
                self.time = time
            }

            /// Makes the moment of a date, in whole milliseconds.
            public init(date: Date) {
                time = .milliseconds(date.milliseconds)
            }

            /// The date, in whole milliseconds; it is never earlier than the moment.
            public var date: Date {
                let (seconds, attoseconds) = time.components
                let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
                return Date(millisecondsSince1970: seconds * 1000 + rest)
            }

            /// The moment that is later by a duration.
            public func advanced(by duration: Duration) -> Instant {
                Instant(time: time + duration)
            }

            /// The duration from this moment to another one.
            public func duration(to other: Instant) -> Duration { other.time - time }

            /// Whether one moment is earlier than another.
            public static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
        }
    }
}

/// One sleep, which ends once: at its deadline, with the session, or when its task is cancelled.
@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
private final class Sleep: Sendable {
    private let date: Date
    private let session: SKTestSession
    private let faults: FaultInjector
    private let state = Locked(State())

    private struct State {
        var continuation: CheckedContinuation<Void, any Error>?
        var delay: Int?
        var isCancelled = false
    }

    init(until deadline: SKTestSession.VirtualClock.Instant, in session: SKTestSession) {
        date = deadline.date
        self.session = session
        faults = session.store.faults
    }

    func begin(_ continuation: CheckedContinuation<Void, any Error>) {
        let isCancelled = state.withLock { state in
            state.continuation = continuation
            return state.isCancelled
        }
        let delay = faults.at(date) { self.end() }
        state.withLock { $0.delay = delay }
        // The session may have ended, or reached the date, in the meantime.
        if isCancelled || !session.isOpen || session.currentDate >= date { end() }
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        end()
    }

    private func end() {
        let (continuation, delay, isCancelled) = state.withLock { state in
            defer { state.continuation = nil }
            return (state.continuation, state.delay, state.isCancelled)
        }
        if let delay { faults.cancelDelay(delay) }
        guard !isCancelled, session.currentDate >= date else {
            return continuation.map { $0.resume(throwing: CancellationError()) } ?? ()
        }
        continuation?.resume()
    }
}
#endif
