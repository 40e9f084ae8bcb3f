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
        answer: PaymentAnswer,
        begin: (QueuedPayment.ID) -> Bool = { _ in true }
    ) -> QueuedPayment.ID? {
        submit(
            options.payment(for: product),
            for: product,
            atomically: options.atomically,
            answer: answer,
            begin: begin
        )
    }

    /// Remembers the payment first: StoreKit may answer before `add` has returned.
    ///
    /// `begin` decides with the payment's identifier, in the moment in which it is remembered,
    /// whether it is made at all. It is called under the lock and calls nobody.
    @discardableResult
    func submit(
        _ payment: SKPayment,
        for product: SKProduct,
        atomically: Bool,
        answer: PaymentAnswer,
        begin: (QueuedPayment.ID) -> Bool = { _ in true }
    ) -> QueuedPayment.ID? {
        let queued = QueuedPayment(
            key: PaymentKey(payment),
            product: product,
            atomically: atomically,
            queuedAt: date(),
            known: queue.transactions,
            answer: answer
        )
        guard let id = remember(queued, begin) else { return nil }
        queue.add(payment)
        return id
    }

    /// Lets the payment's transaction go to the complete link; false if its answer is on its way.
    func abandonPayment(_ id: QueuedPayment.ID) -> Bool {
        perform { state, effects in state.payments.abandon(id, effects: &effects) }
    }

    private func remember(
        _ payment: QueuedPayment,
        _ begin: (QueuedPayment.ID) -> Bool
    ) -> QueuedPayment.ID? {
        perform { state, effects in
            let id = state.makeID()
            guard begin(id) else { return nil }
            state.payments.add(payment, id: id)
            state.completion.warnUnlessReceiving(&effects)
            return id
        }
    }
}
