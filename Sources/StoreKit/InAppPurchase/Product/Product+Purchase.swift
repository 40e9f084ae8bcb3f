extension Product {
    /// The result of a purchase.
    @nonexhaustive
    public enum PurchaseResult: Sendable {
        /// The purchase succeeded. The app has yet to finish this transaction.
        case success(VerificationResult<Transaction>)
        /// The customer cancelled the purchase.
        case userCancelled
        /// The purchase waits for an action of another person.
        ///
        /// A later success is delivered to ``Transaction/updates``.
        case pending
    }

    /// Buys the product, after the customer has confirmed it.
    ///
    /// A purchase that the customer already has is not sold again: an unfinished consumable, an
    /// owned non-consumable and the subscription are returned as they are. A downgrade returns the
    /// transaction of the current product, too, and begins with the next renewal. The purchase
    /// continues when the task is cancelled.
    ///
    /// - Throws: ``PurchaseError`` if the store refuses the purchase, or `StoreKitError`.
    @MainActor
    public func purchase(
        options: Set<PurchaseOption> = []
    ) async throws -> PurchaseResult {
        try await ProductPurchase(of: self, options: options, in: .current).result()
    }
}
