import Foundation
import LocalAppStore

extension NotificationSender {
    /// The fault of a notification, by the store's plan.
    func fault(of delivery: Delivery) -> FaultPlan.Failure? {
        let identifier = delivery.attempt.notification.identifier.uuidString.lowercased()
        return store.faults.failure(at: .notification, of: identifier)
    }

    /// Sends a notification as the fault plan requires.
    ///
    /// `makeRoom` allows others to be sent: before this one waits, or when it was sent.
    func send(
        _ delivery: Delivery,
        meeting fault: FaultPlan.Failure?,
        makeRoom: () async -> Void
    ) async {
        let delay = fault?.delay
        if let delay {
            await makeRoom()
            await store.faults.wait(delay)
        }
        switch fault {
        case .timeout:
            await end(delivery, with: Task.isCancelled ? nil : HTTPClient.Answer(.timedOut))
        case .reorderedDelivery: await sendHeld(delivery.attempt.notification.id)
        case .networkDown: await end(delivery, with: HTTPClient.Answer(.socketIssue))
        case .httpStatus(let status):
            await end(delivery, with: HTTPClient.Answer(.unsuccessfulStatus, status: status))
        case .noAnswer:
            // Lost behind a proxy that responded.
            await end(delivery, with: HTTPClient.Answer(.success))
        case .duplicateDelivery:
            _ = await webhook.send(.post(delivery.body, to: delivery.url))
            await send(delivery)
        default: await send(delivery)
        }
        if delay == nil { await makeRoom() }
    }

    /// Sends a notification that waits for the next one, unless it was sent meanwhile.
    func sendHeld(_ id: StoreNotification.ID) async {
        guard let delivery = held.withLock({ $0.removeValue(forKey: id) }) else { return }
        await send(delivery)
    }
}

extension FaultPlan.Failure {
    /// The seconds that a notification waits; `nil` if it is sent now.
    fileprivate var delay: TimeInterval? {
        switch self {
        case .slow(let seconds), .timeout(let seconds), .reorderedDelivery(let seconds): seconds
        default: nil
        }
    }
}
