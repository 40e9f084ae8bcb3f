package import StoreKit

/// The product of a purchase; an identifier is looked up first.
package enum PurchaseItem: Sendable {
    case identifier(String)
    case product(SKProduct)
}

/// A purchase: the look-up of the product, if it is needed, then the payment.
final class PurchaseRequest: InAppRequest, Sendable {
    private enum State {
        case starting
        case lookingUp(SharedRequestHandle)
        case paying(QueuedPayment.ID)
        case ended
    }

    private let options: PaymentOptions
    private let callbacks: PaymentCallbacks
    private let coordinator: PurchaseCoordinator
    private let state = Locked(State.starting)

    init(
        _ item: PurchaseItem,
        _ options: PaymentOptions,
        _ callbacks: PaymentCallbacks,
        on coordinator: PurchaseCoordinator
    ) {
        self.options = options
        self.callbacks = callbacks
        self.coordinator = coordinator
        switch item {
        case .identifier(let productID): lookUp(productID)
        case .product(let product): pay(product)
        }
    }

    func start() {}

    /// Ends the look-up with `.paymentCancelled`; once the payment is queued it does nothing.
    func cancel() {
        guard endLookUp() else { return }
        let error = StoreError.make(
            .paymentCancelled,
            "The purchase was cancelled before it was paid.",
            words: "The purchase was cancelled."
        )
        coordinator.callbacks.enqueue { [callbacks] in callbacks.completion(.error(error: error)) }
    }

    /// Ends the look-up or forgets the payment; false if the result is on its way.
    func abandon() -> Bool {
        if endLookUp() { return true }
        guard case .paying(let id) = state.withLock({ $0 }) else { return false }
        return coordinator.abandonPayment(id)
    }

    private func lookUp(_ productID: String) {
        let store = coordinator.storeInUse()
        let handle = coordinator.products.retrieve([productID]) { [self] results in
            guard let product = results.retrievedProducts.first else {
                return fail(failure(productID, results))
            }
            guard store == nil || store === coordinator.storeInUse() else {
                let reason = "Another store came into use before \(productID) was paid."
                return fail(StoreError.make(.unknown, reason))
            }
            pay(product)
        }
        let isEnded = state.withLock { state in
            if case .starting = state { state = .lookingUp(handle) }
            if case .ended = state { return true }
            return false
        }
        if isEnded { _ = handle.abandon() }
    }

    private func pay(_ product: SKProduct) {
        // Until the payment is recorded the look-up can be cancelled, and from then on the payment
        // can be abandoned, without a moment between the two.
        coordinator.enqueue(
            options.payment(for: product),
            for: product,
            atomically: options.atomically,
            callbacks: callbacks
        ) { leaveLookUp(for: .paying($0)) != nil }
    }

    private func endLookUp() -> Bool {
        guard let old = leaveLookUp(for: .ended) else { return false }
        if case .lookingUp(let handle) = old { _ = handle.abandon() }
        return true
    }

    /// Moves on to the next state and returns the old one; nil if the look-up is over already.
    private func leaveLookUp(for next: State) -> State? {
        state.withLock { state in
            switch state {
            case .paying, .ended: return nil
            case .starting, .lookingUp:
                defer { state = next }
                return state
            }
        }
    }

    private func fail(_ error: SKError) {
        guard leaveLookUp(for: .ended) != nil else { return }
        callbacks.completion(.error(error: error))
    }

    private func failure(_ productID: String, _ results: RetrieveResults) -> SKError {
        if let error = results.error { return StoreError.convert(error) }
        guard results.invalidProductIDs.isEmpty else {
            return StoreError.make(
                .paymentInvalid,
                "The App Store has no product \(productID).",
                words: "The item is not available."
            )
        }
        return StoreError.make(.unknown, "The App Store returned no result for \(productID).")
    }
}
