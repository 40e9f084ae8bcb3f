public import Foundation

extension SwiftyStoreKit {
    /// The date that the ends of subscriptions are compared with.
    ///
    /// It is `date` if one is given; else the receipt's `request_date`, when Apple's server
    /// answered; else now. A receipt that is kept for later needs a date, because its request date
    /// does not move.
    public class func referenceDate(
        inReceipt receipt: ReceiptInfo,
        validUntil date: Date? = nil
    ) -> Date {
        ReceiptQuestions(receipt).referenceDate(date)
    }

    /// Whether products were bought and not taken back.
    ///
    /// - Returns: An answer for each identifier.
    public class func verifyPurchases(
        productIds: Set<String>,
        inReceipt receipt: ReceiptInfo
    ) -> [String: VerifyPurchaseResult] {
        ReceiptQuestions(receipt).purchases(productIds)
    }

    /// What the customer has of each product of a receipt, read in one walk.
    ///
    /// - Parameters:
    ///   - receipt: What a validator answered.
    ///   - productIds: The products to tell of; nil for all.
    ///   - nonRenewing: How many seconds each non-renewing subscription lasts after it was bought.
    ///     Without it the receipt cannot tell one from a product that does not end.
    ///   - date: What ends are compared with; see ``referenceDate(inReceipt:validUntil:)``.
    /// - Returns: A status for each product that was ever bought.
    public class func productStatuses(
        inReceipt receipt: ReceiptInfo,
        productIds: Set<String>? = nil,
        nonRenewing: [String: TimeInterval] = [:],
        at date: Date? = nil
    ) -> [String: ProductStatus] {
        ReceiptQuestions(receipt).statuses(productIds, nonRenewing, at: date)
    }

    /// What comes next for each auto-renewable subscription, from `pending_renewal_info`.
    public class func subscriptionRenewals(inReceipt receipt: ReceiptInfo) -> [SubscriptionRenewal]
    {
        ReceiptReader(receipt).renewals
    }

    /// Which offers the customer may still take.
    ///
    /// - Parameters:
    ///   - productIds: All subscriptions of one group, because an introductory offer is for one of
    ///     them.
    ///   - receipt: What a validator answered.
    /// - Returns: What may be shown; what family members bought does not matter.
    public class func offerEligibility(
        productIds: Set<String>,
        inReceipt receipt: ReceiptInfo
    ) -> OfferEligibility {
        ReceiptQuestions(receipt).eligibility(productIds)
    }

    /// The identifiers of every product in a receipt, those that were taken back included.
    public class func allProductIds(inReceipt receipt: ReceiptInfo) -> Set<String> {
        ReceiptQuestions(receipt).allIds()
    }
}
