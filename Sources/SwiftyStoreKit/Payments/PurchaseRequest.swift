import StoreKit

/// A purchase by identifier: the look-up of the product and then the payment.
final class PurchaseRequest: InAppRequest, Sendable {
    private enum State {
        case starting
        case looking(ProductsHandle)
        case paying(QueuedPayment.ID)
        case ended
    }

    private let coordinator: PurchaseCoordinator
    private let options: PaymentOptions
    private let answer: PaymentAnswer
    private let state = Locked(State.starting)

    init(_ coordinator: PurchaseCoordinator, _ options: PaymentOptions, _ answer: PaymentAnswer) {
        self.coordinator = coordinator
        self.options = options
        self.answer = answer
    }

    func look(up productId: String) {
        let handle = coordinator.products.retrieve([productId]) { [self] results in
            found(results, productId)
        }
        let isEnded = state.withLock { state in
            if case .starting = state { state = .looking(handle) }
            if case .ended = state { return true }
            return false
        }
        if isEnded { _ = handle.abandon() }
    }

    /// Does nothing: the request is started already.
    func start() {}

    /// Ends the look-up with `.paymentCancelled`; once the payment is queued it does nothing.
    func cancel() {
        guard endLookUp() else { return }
        let error = StoreError.make(
            .paymentCancelled,
            "The purchase was cancelled before it was paid."
        )
        coordinator.callbacks.enqueue { [answer] in answer.completion(.error(error: error)) }
    }

    /// Ends the look-up or forgets the payment; false if the answer is on its way.
    func abandon() -> Bool {
        if endLookUp() { return true }
        let id = state.withLock { state -> QueuedPayment.ID? in
            guard case .paying(let id) = state else { return nil }
            return id
        }
        return id.map { coordinator.abandonPayment($0) } ?? false
    }

    private func endLookUp() -> Bool {
        guard let lookUp = leaveLookUp(for: .ended) else { return false }
        if case .looking(let handle) = lookUp { _ = handle.abandon() }
        return true
    }

    private func found(_ results: RetrieveResults, _ productId: String) {
        guard let product = results.retrievedProducts.first else {
            guard leaveLookUp(for: .ended) != nil else { return }
            return answer.completion(.error(error: failure(results, productId)))
        }
        // Until the payment is remembered the look-up can be cancelled, and from then on the
        // payment can be abandoned: there is no moment between the two.
        coordinator.purchase(product, options: options, answer: answer) { id in
            leaveLookUp(for: .paying(id)) != nil
        }
    }

    /// Takes the next step and returns the one before; nil if the look-up is over already.
    private func leaveLookUp(for next: State) -> State? {
        state.withLock { state in
            switch state {
            case .paying, .ended: return nil
            case .starting, .looking:
                var other = next
                swap(&state, &other)
                return other
            }
        }
    }

    private func failure(_ results: RetrieveResults, _ productId: String) -> SKError {
        if let error = results.error { return StoreError.convert(error) }
        guard results.invalidProductIDs.isEmpty else {
            return StoreError.make(.paymentInvalid, "The App Store does not know \(productId).")
        }
        return StoreError.make(.unknown, "The App Store did not answer for \(productId).")
    }
}
