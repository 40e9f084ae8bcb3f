// Apple's session has no clock that these members could access.
#if !canImport(Darwin)
public import Foundation
import LocalAppStore
public import StoreKitTest

extension SKTestSession {
    /// The session's clock in the form of Swift's clocks, to be given to an app in place of a
    /// `ContinuousClock`.
    ///
    /// The app's sleeps with it end when a test advances the session with `advance(by:)`. A task
    /// that sleeps counts in `waitForDelays(_:)`:
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

        /// A millisecond, the unit of the store's dates.
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
            let (sleep, end) = AsyncStream.makeStream(of: Void.self)
            let faults = session.store.faults
            let delay = faults.at(deadline.date) { end.finish() }
            // The session may have ended, or reached the deadline, in the meantime.
            if !session.isOpen || now >= deadline { end.finish() }
            // A cancelled task ends the stream as well.
            for await _ in sleep {}
            faults.cancelDelay(delay)
            guard !Task.isCancelled, now >= deadline else { throw CancellationError() }
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
#endif
