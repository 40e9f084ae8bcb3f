import Foundation
import LocalAppStore

extension NotificationSender {
    /// Sends a notification as the store's fault plan wants it; `later` runs what has to wait.
    func send(
        _ delivery: Delivery,
        meetingFaults later: (@escaping @Sendable () async -> Void) -> Void
    ) async {
        let identifier = delivery.attempt.notification.identifier.uuidString.lowercased()
        switch store.faults.failure(at: .notification, of: identifier) {
        case .networkDown: await end(delivery.attempt, with: .socketIssue)
        case .httpStatus: await end(delivery.attempt, with: .unsuccessfulStatus)
        case .noAnswer:
            // Lost behind a proxy that answered.
            await end(delivery.attempt, with: .success)
        case .duplicateDelivery:
            _ = await webhook.send(delivery.body, to: delivery.url)
            await send(delivery)
        case .slow(let seconds):
            later { [self] in
                await store.faults.wait(seconds)
                await send(delivery)
            }
        case .timeout(let seconds):
            later { [self] in
                await store.faults.wait(seconds)
                await end(delivery.attempt, with: Task.isCancelled ? nil : .timedOut)
            }
        case .reorderedDelivery(let seconds):
            let id = delivery.attempt.notification.id
            held.withLock { $0[id] = delivery }
            later { [self] in
                await store.faults.wait(seconds)
                await sendHeld(id)
            }
        default: await send(delivery)
        }
    }

    /// Sends a notification that waits for the next one, unless it was sent meanwhile.
    func sendHeld(_ id: StoreNotification.ID) async {
        guard let delivery = held.withLock({ $0.removeValue(forKey: id) }) else { return }
        await send(delivery)
    }
}
