import StoreKit

extension PurchaseCoordinator {
    @discardableResult
    package func retrieveProductsInfo(
        _ productIDs: Set<String>,
        completion: @escaping (RetrieveResults) -> Void
    ) -> any InAppRequest {
        products.retrieve(productIDs, completion: completion)
    }

    package func retrieveProductsInfo(
        _ productIDs: Set<String>
    ) async throws -> RetrieveResults {
        try await CancellableContinuation.value { [products] resume in
            let handle = products.retrieve(productIDs) { results in
                resume(results.error.map { .failure($0) } ?? .success(results))
            }
            return handle.abandon
        }
    }

    package func clearProductsCache() {
        products.clearCache()
    }

    /// Purchases a product; its transaction is delivered only to these callbacks.
    @discardableResult
    package func purchase(
        _ item: PurchaseItem,
        options: PaymentOptions,
        onDeferred: ((PurchaseDetails) -> Void)? = nil,
        completion: @escaping (PurchaseResult) -> Void
    ) -> any InAppRequest {
        let callbacks = PaymentCallbacks(completion, onDeferred: onDeferred)
        return PurchaseRequest(item, options, callbacks, on: self)
    }

    package func purchase(
        _ item: PurchaseItem,
        options: PaymentOptions
    ) async throws -> PurchaseOutcome {
        try await CancellableContinuation.value { [self] resume in
            PurchaseRequest(item, options, .resuming(resume), on: self).abandon
        }
    }

    /// Enqueues a payment, which is recorded first: StoreKit may report before `add` has returned.
    ///
    /// `isWanted` is called with the identifier under which the payment is recorded, in that very
    /// moment; if it returns false, there is no payment. It runs under the lock and must not call
    /// other code.
    func enqueue(
        _ payment: SKPayment,
        for product: SKProduct,
        atomically: Bool,
        callbacks: PaymentCallbacks,
        if isWanted: (QueuedPayment.ID) -> Bool = { _ in true }
    ) {
        let queued = QueuedPayment(
            key: PaymentKey(payment),
            product: product,
            atomically: atomically,
            queuedAt: now(),
            earlierTransactions: queue.transactions,
            callbacks: callbacks
        )
        let isQueued = perform { state, actions in
            let id = state.makeID()
            guard isWanted(id) else { return false }
            state.payments.add(queued, id: id)
            if let error = state.errorOfLaterPayments {
                state.payments.failAll(error, actions: &actions)
                return false
            }
            state.completion.warnUnlessReceiving(&actions)
            return true
        }
        if isQueued { queue.add(payment) }
    }

    /// Gives a payment's transaction to the complete controller; false if its result is on its
    /// way.
    func abandonPayment(_ id: QueuedPayment.ID) -> Bool {
        perform { state, actions in state.payments.abandon(id, actions: &actions) }
    }
}

extension PaymentCallbacks {
    /// Resumes an `await`, which is over once the payment is deferred.
    fileprivate static func resuming(
        _ resume: @escaping CancellableContinuation<PurchaseOutcome>.Resume
    ) -> PaymentCallbacks {
        var callbacks = PaymentCallbacks(
            { result in
                switch result {
                case .success(let purchase): resume(.success(.purchased(purchase)))
                case .error(let error): resume(.failure(error))
                }
            },
            onDeferred: { resume(.success(.deferred($0))) }
        )
        callbacks.endsWhenDeferred = true
        return callbacks
    }
}
