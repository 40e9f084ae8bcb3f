extension PurchaseCoordinator {
    package func restorePurchases(
        atomically: Bool,
        applicationUsername: String
    ) async throws -> RestoreResults {
        try await AsyncTicket.value { [self] resume in
            let id = restorePurchases(
                atomically: atomically,
                applicationUsername: applicationUsername
            ) { resume(.success($0)) }
            return { [self] in abandonRestore(id) }
        }
    }
}
