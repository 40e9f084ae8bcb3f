extension PurchaseCoordinator {
    @discardableResult
    package func retrieveProductsInfo(
        _ productIds: Set<String>,
        completion: @escaping (RetrieveResults) -> Void
    ) -> any InAppRequest {
        products.retrieve(productIds, completion: completion)
    }

    package func clearProductsCache() {
        products.clear()
    }

    package func retrieveProductsInfo(
        _ productIds: Set<String>
    ) async throws -> RetrieveResults {
        try await AsyncTicket.value { [products] resume in
            let handle = products.retrieve(productIds) { resume($0.asResult) }
            return { handle.abandon() }
        }
    }
}

extension RetrieveResults {
    fileprivate var asResult: Result<RetrieveResults, any Error> {
        error.map { .failure($0) } ?? .success(self)
    }
}
