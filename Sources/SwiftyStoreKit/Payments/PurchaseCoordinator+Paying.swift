import Foundation
package import StoreKit

extension PurchaseCoordinator {
    /// Buys a product; its transaction is told to `completion` and to nobody else.
    package func purchase(
        _ product: SKProduct,
        options: PaymentOptions,
        onDeferred: ((PurchaseDetails) -> Void)? = nil,
        completion: @escaping (PurchaseResult) -> Void
    ) {
        let answer = PaymentAnswer(completion, onDeferred)
        purchase(product, options: options, answer: answer)
    }

    @discardableResult
    func purchase(
        _ product: SKProduct,
        options: PaymentOptions,
        answer: PaymentAnswer
    ) -> QueuedPayment.ID {
        submit(
            options.payment(for: product),
            for: product,
            atomically: options.atomically,
            answer: answer
        )
    }

    /// Remembers the payment first: StoreKit may answer before `add` has returned.
    @discardableResult
    func submit(
        _ payment: SKPayment,
        for product: SKProduct,
        atomically: Bool,
        answer: PaymentAnswer
    ) -> QueuedPayment.ID {
        let queued = QueuedPayment(
            key: PaymentKey(payment),
            product: product,
            atomically: atomically,
            queuedAt: date(),
            known: queue.transactions,
            answer: answer
        )
        let id = remember(queued)
        queue.add(payment)
        return id
    }

    /// Lets the payment's transaction go to the complete link; false if its answer is on its way.
    func abandonPayment(_ id: QueuedPayment.ID) -> Bool {
        perform { state, _ in state.payments.abandon(id) }
    }

    private func remember(_ payment: QueuedPayment) -> QueuedPayment.ID {
        perform { state, effects in
            let id = state.makeID()
            state.payments.add(payment, id: id)
            state.warnUnlessReceiving(&effects)
            return id
        }
    }
}
