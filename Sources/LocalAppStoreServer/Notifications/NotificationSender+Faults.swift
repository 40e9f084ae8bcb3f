import Foundation
import LocalAppStore

extension NotificationSender {
    /// The fault of a notification, by the store's plan.
    func fault(of delivery: Delivery) -> FaultPlan.Failure? {
        let identifier = delivery.attempt.notification.identifier.uuidString.lowercased()
        return store.faults.failure(at: .notification, of: identifier)
    }

    /// Sends a notification as the fault plan requires; `makeRoom` allows others to be sent, when
    /// this one was sent or before it waits.
    func send(
        _ delivery: Delivery,
        meeting fault: FaultPlan.Failure?,
        makeRoom: () async -> Void
    ) async {
        switch fault {
        case .slow(let seconds):
            await makeRoom()
            await store.faults.wait(seconds)
            await send(delivery)
        case .timeout(let seconds):
            await makeRoom()
            await store.faults.wait(seconds)
            let answer = Webhook.Answer(.timedOut)
            await end(delivery, with: Task.isCancelled ? nil : answer)
        case .reorderedDelivery(let seconds):
            await makeRoom()
            await store.faults.wait(seconds)
            await sendHeld(delivery.attempt.notification.id)
        default:
            await sendNow(delivery, meeting: fault)
            await makeRoom()
        }
    }

    private func sendNow(_ delivery: Delivery, meeting fault: FaultPlan.Failure?) async {
        switch fault {
        case .networkDown: await end(delivery, with: Webhook.Answer(.socketIssue))
        case .httpStatus(let status):
            let answer = Webhook.Answer(.unsuccessfulStatus, status: status)
            await end(delivery, with: answer)
        case .noAnswer:
            // Lost behind a proxy that responded.
            await end(delivery, with: Webhook.Answer(.success))
        case .duplicateDelivery:
            _ = await webhook.send(delivery.body, to: delivery.url)
            await send(delivery)
        default: await send(delivery)
        }
    }

    /// Sends a notification that waits for the next one, unless it was sent meanwhile.
    func sendHeld(_ id: StoreNotification.ID) async {
        guard let delivery = held.withLock({ $0.removeValue(forKey: id) }) else { return }
        await send(delivery)
    }
}
