import StoreKit

/// A purchase by identifier: first the look-up of the product, then the payment.
final class PurchaseRequest: InAppRequest, Sendable {
    private enum State {
        case starting
        case lookingUp(SharedRequestHandle)
        case paying(QueuedPayment.ID)
        case ended
    }

    private let productID: String
    private let options: PaymentOptions
    private let callbacks: PaymentCallbacks
    private let coordinator: PurchaseCoordinator
    private let state = Locked(State.starting)
    /// The store that the product is looked up in; the payment must go to no other.
    private let store: Locked<(any AnyObject & Sendable)?>

    /// Starts the look-up.
    init(
        _ productID: String,
        _ options: PaymentOptions,
        _ callbacks: PaymentCallbacks,
        on coordinator: PurchaseCoordinator
    ) {
        self.productID = productID
        self.options = options
        self.callbacks = callbacks
        self.coordinator = coordinator
        store = Locked(coordinator.storeInUse())
        lookUp()
    }

    /// Does nothing: the request is started already.
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
        let id = state.withLock { state -> QueuedPayment.ID? in
            guard case .paying(let id) = state else { return nil }
            return id
        }
        return id.map { coordinator.abandonPayment($0) } ?? false
    }

    private func lookUp() {
        let handle = coordinator.products.retrieve([productID]) { [self] in lookedUp($0) }
        let isEnded = state.withLock { state in
            if case .starting = state { state = .lookingUp(handle) }
            if case .ended = state { return true }
            return false
        }
        if isEnded { _ = handle.abandon() }
    }

    private func endLookUp() -> Bool {
        guard let old = leaveLookUp(for: .ended) else { return false }
        if case .lookingUp(let handle) = old { _ = handle.abandon() }
        return true
    }

    private func lookedUp(_ results: RetrieveResults) {
        guard let product = results.retrievedProducts.first else {
            return fail(failure(results))
        }
        let store = store.exchange(nil)
        guard store == nil || store === coordinator.storeInUse() else {
            return fail(
                StoreError.make(
                    .unknown,
                    "Another store came into use before \(productID) was paid."
                )
            )
        }
        // Until the payment is recorded the look-up can be cancelled, and from then on the payment
        // can be abandoned, without a moment between the two.
        coordinator.purchase(product, options: options, callbacks: callbacks) { id in
            leaveLookUp(for: .paying(id)) != nil
        }
    }

    /// Moves on to the next state and returns the old one; nil if the look-up is over already.
    private func leaveLookUp(for next: State) -> State? {
        state.withLock { state in
            switch state {
            case .paying, .ended: return nil
            case .starting, .lookingUp:
                var other = next
                swap(&state, &other)
                return other
            }
        }
    }

    private func fail(_ error: SKError) {
        guard leaveLookUp(for: .ended) != nil else { return }
        callbacks.completion(.error(error: error))
    }

    private func failure(_ results: RetrieveResults) -> SKError {
        if let error = results.error { return StoreError.convert(error) }
        guard results.invalidProductIDs.isEmpty else {
            return StoreError.make(
                .paymentInvalid,
                "The App Store has no product \(productID).",
                words: "The item is not available."
            )
        }
        return StoreError.make(.unknown, "The App Store did not answer for \(productID).")
    }
}
