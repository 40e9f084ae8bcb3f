import AppReceipt
import Dispatch
import Foundation
import LocalAppStore
import StoreCommands

/// Sends the notifications of a store to the app's server when they are due: several at the same
/// time, and those about one purchase one after the other.
///
/// The ledger contains the due notifications. Nothing is lost when this process is killed, and of
/// several processes with one ledger only one sends.
struct NotificationSender: Sendable {
    let store: Store
    let queue: BlockingQueue
    /// The client of the app's server.
    let webhook: HTTPClient
    let lock: SenderLock
    let log: @Sendable (String) -> Void
    let deliveries: DeliveryList
    /// The notifications that the store's fault plan sends after the next one, by their numbers.
    let held = Locked<[StoreNotification.ID: Delivery]>([:])

    /// Sends until the task is cancelled.
    func run() async {
        defer { webhook.invalidate() }
        guard await lock.take(on: queue) else { return }
        defer { lock.giveBack() }
        await queue.run { [store] in try? store.notifications.interruptLostAttempts() }
        let schedule = NotificationSchedule(of: store)
        for await _ in schedule.stream {
            await startDue { schedule.wake() }
            guard !Task.isCancelled else { break }
            schedule.wake(at: await nextDate())
        }
        await deliveries.cancelAll()
    }

    /// Starts to send everything that is due and has room; `wake` is called after each one.
    private func startDue(_ wake: @escaping @Sendable () -> Void) async {
        while !Task.isCancelled, deliveries.hasRoom, let delivery = await begin() {
            // In the order in which they are due, so that a plan does the same each time.
            let fault = fault(of: delivery)
            let waiting = held.withLock { Array($0.keys) }
            if case .reorderedDelivery = fault {
                held.withLock { $0[delivery.attempt.notification.id] = delivery }
            }
            deliveries.start(delivery.attempt) {
                await send(delivery, meeting: fault) {
                    deliveries.makeRoom(for: delivery.attempt)
                    wake()
                    for id in waiting.sorted() { await sendHeld(id) }
                }
                wake()
            }
        }
    }

    /// Sends a notification once, and records the result.
    func send(_ delivery: Delivery) async {
        let answer = await webhook.send(.post(delivery.body, to: delivery.url))
        await end(delivery, with: answer)
    }

    /// A notification on its way.
    struct Delivery: Sendable {
        let attempt: NotificationAttempt
        let url: URL
        let body: Data
        let start = DispatchTime.now()
    }

    /// Takes the next notification that is due; `nil` without one, without an address, and while
    /// the ledger cannot be used.
    private func begin() async -> Delivery? {
        let purchases = deliveries.purchases
        return await queue.run { [store] () -> Delivery? in
            guard let url = try? store.notifications.settings.url,
                let attempt = try? store.notifications.beginAttempt(excluding: purchases),
                let document = try? store.notifications.signed(attempt.notification)
            else { return nil }
            return Delivery(
                attempt: attempt,
                url: url,
                body: Data("{\"signedPayload\":\"\(document.compactSerialization)\"}".utf8)
            )
        }
    }

    /// Records the response, `nil` for an attempt that was cancelled; if that fails, the
    /// notification is sent again later.
    func end(_ delivery: Delivery, with answer: HTTPClient.Answer?) async {
        let attempt = delivery.attempt
        await queue.run { [store, log] in
            if let answer {
                let id = attempt.notification.customerID
                let names = try? store.customers.names(of: [id].compactMap { $0 })
                let customer = id.flatMap { names?[$0] }
                log(LogLine(delivery, about: customer, answer).description)
                try? store.notifications.end(
                    attempt,
                    with: answer.result,
                    status: answer.status,
                    response: answer.body
                )
            } else {
                try? store.notifications.interrupt(attempt)
            }
        }
    }

    /// The date of the next notification; `nil` if none is to be sent before another one ends.
    private func nextDate() async -> Date? {
        guard deliveries.hasRoom else { return nil }
        let purchases = deliveries.purchases
        return await queue.run { [store] () -> Date? in
            guard (try? store.notifications.settings.url) != nil else { return nil }
            return try? store.notifications.nextDate(excluding: purchases)
        }
    }
}

extension LogLine {
    /// Makes the line of an attempt to deliver a notification about a customer's purchase.
    fileprivate init(
        _ delivery: NotificationSender.Delivery,
        about customer: String?,
        _ answer: HTTPClient.Answer
    ) {
        let notification = delivery.attempt.notification
        let parts = [
            "Notification \(notification.name) \(notification.identifier.uuidString.lowercased())",
            notification.entryID.map { "transaction \($0)" },
            customer.map { "customer \($0)" },
            "to \(delivery.url.withoutSecrets)",
        ]
        let result = [answer.result.rawValue, answer.status.map(String.init)]
        let texts = parts.compactMap { $0 }.joined(separator: ", ")
        let time = delivery.start.millisecondsToNow
        self.init("\(texts): \(result.compactMap { $0 }.joined(separator: " ")) in \(time) ms")
    }
}

/// The moments at which a notification may be due: a change of the ledger, an advance of the clock,
/// the end of another one, and the date of the next attempt.
private final class NotificationSchedule: Sendable {
    let stream: AsyncStream<Void>
    private let clock: StoreClock
    private let continuation: AsyncStream<Void>.Continuation
    private let observation: StoreObservation
    private let advances: StoreClock.Subscription
    private let alarm: Alarm

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
        alarm = Alarm(store.clock, on: DispatchQueue(label: "LocalAppStoreServer.notifications"))
        alarm.start { continuation.yield() }
        continuation.yield()
    }

    func wake() {
        continuation.yield()
    }

    func wake(at date: Date?) {
        // A date that has passed means that the ledger could not be used, so the sender waits for a
        // second.
        alarm.set(to: date.map { max($0, clock.now + 1) })
    }
}
