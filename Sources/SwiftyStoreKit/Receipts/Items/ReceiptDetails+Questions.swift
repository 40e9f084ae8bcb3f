public import Foundation

extension ReceiptDetails {
    /// Whether a product was bought and not taken back.
    ///
    /// - Returns: The newest purchase that counts, from the file or from the server's list.
    public func verifyPurchase(productId: String) -> VerifyPurchaseResult {
        VerifyPurchaseResult(table.newest(productId).map { purchases[$0] })
    }

    /// Whether products were bought and not taken back.
    ///
    /// - Returns: An answer for each identifier.
    public func verifyPurchases(productIds: Set<String>) -> [String: VerifyPurchaseResult] {
        table.purchases(productIds) { purchases[$0] }
    }

    /// Whether a subscription is active.
    ///
    /// - Parameters:
    ///   - type: How it ends.
    ///   - productId: The identifier of the product.
    ///   - date: What its end is compared with; see ``referenceDate(validUntil:)``.
    /// - Returns: The answer, with every purchase of the product that counts.
    public func verifySubscription(
        ofType type: SubscriptionType,
        productId: String,
        validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        verifySubscriptions(ofType: type, productIds: [productId], validUntil: date)
    }

    /// Whether any subscription of a group is active.
    ///
    /// A subscription that was replaced by a better one, or taken back, does not count.
    ///
    /// - Parameters:
    ///   - type: How they end.
    ///   - productIds: The identifiers of the products.
    ///   - date: What the ends are compared with; see ``referenceDate(validUntil:)``.
    /// - Returns: One answer for all of them.
    public func verifySubscriptions(
        ofType type: SubscriptionType = .autoRenewable,
        productIds: Set<String>,
        validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        table.subscriptions(type, productIds, at: referenceDate(validUntil: date), purchases)
    }

    /// The date that the ends of subscriptions are compared with.
    ///
    /// It is `date` if one is given; else ``requestDate``, when Apple's server answered; else now.
    /// A receipt that is kept for later needs a date, because its request date does not move.
    public func referenceDate(validUntil date: Date? = nil) -> Date {
        date ?? requestDate ?? Date()
    }

    var purchases: PurchaseItems { PurchaseItems(listed: latestItems, filed: items) }
}
