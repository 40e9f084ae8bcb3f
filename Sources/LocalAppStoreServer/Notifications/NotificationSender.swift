import AppReceipt
import Foundation
import LocalAppStore

/// Sends the notifications of a store to the app's server, one after the other, when they are due.
///
/// The ledger knows what is to be sent. Nothing is lost when this process is killed, and of several
/// processes with one ledger each notification is sent by one.
struct NotificationSender: Sendable {
    let store: Store
    let queue: BlockingQueue
    let webhook: Webhook

    /// Sends until the task is cancelled.
    func run() async {
        defer { webhook.invalidate() }
        let wakenings = Wakenings(of: store)
        for await _ in wakenings.stream {
            await sendDue()
            guard !Task.isCancelled else { return }
            wakenings.wake(at: await nextDate())
        }
    }

    /// Sends everything that is due.
    private func sendDue() async {
        while !Task.isCancelled, let delivery = await begin() {
            let result = await webhook.send(delivery.body, to: delivery.url)
            await end(delivery.attempt, with: result)
        }
    }

    private struct Delivery: Sendable {
        let attempt: NotificationAttempt
        let url: URL
        let body: Data
    }

    /// Takes the next notification that is due; `nil` without one, without an address, and while
    /// the ledger cannot be used.
    private func begin() async -> Delivery? {
        await queue.run { [store] () -> Delivery? in
            guard let url = try? store.notificationSettings.url,
                let attempt = try? store.beginNotificationAttempt(),
                let document = try? store.signed(attempt.notification)
            else { return nil }
            return Delivery(
                attempt: attempt,
                url: url,
                body: Data("{\"signedPayload\":\"\(document.compactSerialization)\"}".utf8)
            )
        }
    }

    /// Records the result, `nil` for an attempt that was cancelled; if that fails, the notification
    /// is sent again later.
    private func end(
        _ attempt: NotificationAttempt,
        with result: StoreNotification.Attempt.Result?
    ) async {
        await queue.run { [store] in
            if let result {
                try? store.end(attempt, with: result)
            } else {
                try? store.interrupt(attempt)
            }
        }
    }

    /// When the next notification is due; `nil` if nothing is to be sent.
    private func nextDate() async -> Date? {
        await queue.run { [store] () -> Date? in
            guard (try? store.notificationSettings.url) != nil else { return nil }
            return try? store.nextNotificationDate()
        }
    }
}

/// The moments at which a notification may be due: a change of the ledger, an advance of the clock,
/// and the date of the next attempt.
private final class Wakenings: Sendable {
    let stream: AsyncStream<Void>
    private let clock: StoreClock
    private let continuation: AsyncStream<Void>.Continuation
    private let observation: StoreObservation
    private let advances: StoreClock.Subscription
    private let alarm = Locked<Task<Void, any Error>?>(nil)

    /// The alarm is set at least this often, because the system's clock may be changed.
    private static let longestWait: TimeInterval = 3600

    init(of store: Store) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        self.stream = stream
        self.continuation = continuation
        clock = store.clock
        observation = store.observeLedger { _ in continuation.yield() }
        advances = store.clock.onAdvance { continuation.yield() }
        continuation.yield()
    }

    deinit {
        alarm.withLock { $0 }?.cancel()
    }

    /// Sets the alarm; a manual clock needs none.
    func wake(at date: Date?) {
        alarm.withLock { $0 }?.cancel()
        guard let date, !clock.isManual else { return }
        // What is due already could not be sent, because the ledger could not be used.
        let wait = max(date.timeIntervalSince(clock.now), 1)
        let seconds = min(wait, Self.longestWait)
        let task = Task { [continuation] in
            // Late by a millisecond rather than early, as an early one would find nothing.
            try await Task.sleep(nanoseconds: UInt64((seconds + 0.001) * 1_000_000_000))
            continuation.yield()
        }
        alarm.withLock { $0 = task }
    }
}
