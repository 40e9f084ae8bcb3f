public import Foundation

extension SwiftyStoreKit {
    /// Whether a product was bought, and not refunded or revoked.
    ///
    /// - Returns: The newest purchase that counts, from the file or from the server's list.
    public class func verifyPurchase(
        productId: String,
        inReceipt receipt: ReceiptInfo
    ) -> VerifyPurchaseResult {
        ReceiptDecoder(receipt).purchases(of: [productId]).newest(productId)
    }

    /// Whether a subscription is active, with every purchase of the product that counts.
    ///
    /// See ``verifySubscriptions(ofType:productIds:inReceipt:validUntil:)``.
    public class func verifySubscription(
        ofType type: SubscriptionType,
        productId: String,
        inReceipt receipt: ReceiptInfo,
        validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        verifySubscriptions(
            ofType: type,
            productIds: [productId],
            inReceipt: receipt,
            validUntil: date
        )
    }

    /// Whether any subscription of a group is active.
    ///
    /// A subscription that was upgraded, refunded or revoked does not count.
    ///
    /// - Parameters:
    ///   - type: How the subscriptions end.
    ///   - productIds: The identifiers of the products.
    ///   - receipt: The result of a validator.
    ///   - date: The date to compare the ends with; see ``referenceDate(inReceipt:validUntil:)``.
    /// - Returns: One result for all of them;
    ///   ``productStatuses(inReceipt:productIds:nonRenewing:at:)`` has one for each.
    public class func verifySubscriptions(
        ofType type: SubscriptionType = .autoRenewable,
        productIds: Set<String>,
        inReceipt receipt: ReceiptInfo,
        validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        let receipt = ReceiptDecoder(receipt)
        return receipt.purchases(of: productIds)
            .subscriptions(type, productIds, at: receipt.referenceDate(date))
    }

    /// The identifiers of the products of one type in a receipt, refunded and revoked ones
    /// included.
    ///
    /// - Parameters:
    ///   - type: `.autoRenewable` for the server's list and subscriptions in the file, otherwise
    ///     everything in the file.
    ///   - receipt: The result of a validator.
    /// - Returns: Nil instead of an empty set; ``allProductIds(inReceipt:)`` covers both lists and
    ///   returns a set in any case.
    public class func getDistinctPurchaseIds(
        ofType type: SubscriptionType = .autoRenewable,
        inReceipt receipt: ReceiptInfo
    ) -> Set<String>? {
        ReceiptDecoder(receipt).purchases().distinctProductIDs(type)
    }

    /// The date that the ends of subscriptions are compared with.
    ///
    /// It is `date` if one is given, otherwise the receipt's `request_date`, which is when Apple's
    /// server responded, otherwise now. A receipt that is stored for later needs a date, because
    /// its request date does not move.
    public class func referenceDate(
        inReceipt receipt: ReceiptInfo,
        validUntil date: Date? = nil
    ) -> Date {
        ReceiptDecoder(receipt).referenceDate(date)
    }

    /// Whether products were bought, and not refunded or revoked.
    ///
    /// - Returns: A result for each identifier.
    public class func verifyPurchases(
        productIds: Set<String>,
        inReceipt receipt: ReceiptInfo
    ) -> [String: VerifyPurchaseResult] {
        ReceiptDecoder(receipt).purchases(of: productIds).newest(productIds)
    }

    /// The customer's access to each product of a receipt.
    ///
    /// - Parameters:
    ///   - receipt: The result of a validator.
    ///   - productIds: The products to look for; nil for all.
    ///   - nonRenewing: How many seconds each non-renewing subscription lasts after it was bought.
    ///     Without it the receipt cannot tell one from a product that does not end.
    ///   - date: The date to compare ends with; see ``referenceDate(inReceipt:validUntil:)``.
    /// - Returns: A status for each product that was ever bought.
    public class func productStatuses(
        inReceipt receipt: ReceiptInfo,
        productIds: Set<String>? = nil,
        nonRenewing: [String: TimeInterval] = [:],
        at date: Date? = nil
    ) -> [String: ProductStatus] {
        let receipt = ReceiptDecoder(receipt)
        let date = receipt.referenceDate(date)
        return receipt.purchases(of: productIds)
            .statuses(of: productIds, receipt.renewals, nonRenewing, at: date)
    }

    /// The renewal that is due for each auto-renewable subscription, from `pending_renewal_info`.
    public class func subscriptionRenewals(inReceipt receipt: ReceiptInfo) -> [SubscriptionRenewal]
    {
        ReceiptDecoder(receipt).renewals
    }

    /// The offers that the customer is eligible for.
    ///
    /// - Parameters:
    ///   - productIds: All subscriptions of one group, because an introductory offer is for one of
    ///     them.
    ///   - receipt: The result of a validator.
    ///   - date: The date to compare ends with; see ``referenceDate(inReceipt:validUntil:)``.
    /// - Returns: The offers that may be shown; purchases of family members do not matter.
    public class func offerEligibility(
        productIds: Set<String>,
        inReceipt receipt: ReceiptInfo,
        at date: Date? = nil
    ) -> OfferEligibility {
        let receipt = ReceiptDecoder(receipt)
        let date = receipt.referenceDate(date)
        return receipt.purchases(of: productIds).eligibility(productIds, receipt.renewals, at: date)
    }

    /// The identifiers of every product in a receipt, refunded and revoked ones included.
    public class func allProductIds(inReceipt receipt: ReceiptInfo) -> Set<String> {
        ReceiptDecoder(receipt).purchases().productIDs
    }

    /// Whether a subscription is active, as it was written before 0.12.
    @available(*, deprecated, renamed: "verifySubscription(ofType:productId:inReceipt:validUntil:)")
    public class func verifySubscription(
        type: SubscriptionType,
        productId: String,
        inReceipt receipt: ReceiptInfo,
        validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        verifySubscription(ofType: type, productId: productId, inReceipt: receipt, validUntil: date)
    }
}
