package import StoreKit

extension PurchaseCoordinator {
    /// Looks a product up and buys it.
    @discardableResult
    package func purchase(
        productId: String,
        options: PaymentOptions,
        onDeferred: ((PurchaseDetails) -> Void)? = nil,
        completion: @escaping (PurchaseResult) -> Void
    ) -> any InAppRequest {
        purchase(
            productId: productId,
            options: options,
            answer: PaymentAnswer(completion, onDeferred)
        )
    }

    func purchase(
        productId: String,
        options: PaymentOptions,
        answer: PaymentAnswer
    ) -> PurchaseRequest {
        let request = PurchaseRequest(self, options, answer)
        request.look(up: productId)
        return request
    }

    package func purchase(
        productId: String,
        options: PaymentOptions
    ) async throws -> PurchaseOutcome {
        try await AsyncTicket.value { [self] resume in
            let request = purchase(
                productId: productId,
                options: options,
                answer: .awaited(resume)
            )
            return { request.abandon() }
        }
    }

    package func purchase(
        _ product: SKProduct,
        options: PaymentOptions
    ) async throws -> PurchaseOutcome {
        try await AsyncTicket.value { [self] resume in
            let id = purchase(product, options: options, answer: .awaited(resume))
            return { [self] in id.map(abandonPayment) ?? false }
        }
    }
}

extension PaymentAnswer {
    /// Answers an `await`, which is over once the payment is deferred.
    fileprivate static func awaited(
        _ resume: @escaping AsyncTicket<PurchaseOutcome>.Answer
    ) -> PaymentAnswer {
        var answer = PaymentAnswer(
            { result in
                switch result {
                case .success(let purchase): resume(.success(.purchased(purchase)))
                case .error(let error): resume(.failure(error))
                }
            },
            { resume(.success(.deferred($0))) }
        )
        answer.endsWhenDeferred = true
        return answer
    }
}
