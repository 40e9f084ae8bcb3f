public import Foundation

extension SwiftyStoreKit {
    static let receipts = ReceiptCoordinator()

    /// The receipt file as it is now; nil if there is none or it cannot be read.
    ///
    /// The calling thread waits for it each time, on Linux also for its signature;
    /// ``fetchReceipt(forceRefresh:)`` waits elsewhere. A freshly installed app has none.
    public static var localReceiptData: Data? { receipts.localReceiptData }

    /// Reads the receipt file, or asks the App Store for a new one.
    ///
    /// The App Store is asked if there is no file or `forceRefresh` is true; it may ask the
    /// customer to sign in, so do it when the customer expects it. Calls share a refresh that runs.
    ///
    /// - Parameters:
    ///   - forceRefresh: Whether to ask the App Store in any case.
    ///   - completion: Called once on the main queue, when cancelled too; see
    ///     ``ReceiptError/cause``.
    /// - Returns: This caller's part in it, which can be cancelled; never nil, because whether
    ///   there is a file is found out on another queue.
    @discardableResult
    public class func fetchReceipt(
        forceRefresh: Bool,
        completion: @escaping (FetchReceiptResult) -> Void
    ) -> (any InAppRequest)? {
        receipts.fetch(forceRefresh: forceRefresh, completion: completion)
    }

    /// Fetches the receipt and has it verified.
    ///
    /// - Parameters:
    ///   - validator: What verifies; it is asked on the main queue.
    ///   - forceRefresh: Whether to ask the App Store for a new receipt in any case.
    ///   - completion: Called once on the main queue.
    /// - Returns: This caller's part in fetching the receipt; never nil. Verifying cannot be
    ///   cancelled.
    @discardableResult
    public class func verifyReceipt(
        using validator: any ReceiptValidator,
        forceRefresh: Bool = false,
        completion: @escaping (VerifyReceiptResult) -> Void
    ) -> (any InAppRequest)? {
        receipts.verify(using: validator, forceRefresh: forceRefresh, completion: completion)
    }

    /// Whether a product was bought and not taken back.
    ///
    /// - Returns: The newest purchase that counts, from the file or from the server's list.
    public class func verifyPurchase(
        productId: String,
        inReceipt receipt: ReceiptInfo
    ) -> VerifyPurchaseResult {
        ReceiptQuestions(receipt).purchase(productId)
    }

    /// Whether a subscription is active.
    ///
    /// - Parameters:
    ///   - type: How it ends.
    ///   - productId: The identifier of the product.
    ///   - receipt: What a validator answered.
    ///   - date: What its end is compared with; see ``referenceDate(inReceipt:validUntil:)``.
    /// - Returns: The answer, with every purchase of the product that counts.
    public class func verifySubscription(
        ofType type: SubscriptionType,
        productId: String,
        inReceipt receipt: ReceiptInfo,
        validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        ReceiptQuestions(receipt).subscriptions(type, [productId], validUntil: date)
    }

    /// Whether any subscription of a group is active.
    ///
    /// A subscription that was replaced by a better one, or taken back, does not count.
    ///
    /// - Parameters:
    ///   - type: How they end.
    ///   - productIds: The identifiers of the products.
    ///   - receipt: What a validator answered.
    ///   - date: What the ends are compared with; see ``referenceDate(inReceipt:validUntil:)``.
    /// - Returns: One answer for all of them;
    ///   ``productStatuses(inReceipt:productIds:nonRenewing:at:)`` has one for each.
    public class func verifySubscriptions(
        ofType type: SubscriptionType = .autoRenewable,
        productIds: Set<String>,
        inReceipt receipt: ReceiptInfo,
        validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        ReceiptQuestions(receipt).subscriptions(type, productIds, validUntil: date)
    }

    /// The identifiers of the products in one list of a receipt, those that were taken back
    /// included.
    ///
    /// - Parameters:
    ///   - type: `.autoRenewable` for the subscriptions the server lists, otherwise everything in
    ///     the file.
    ///   - receipt: What a validator answered.
    /// - Returns: Nil instead of an empty set; ``allProductIds(inReceipt:)`` has neither list nor
    ///   nil to care about.
    public class func getDistinctPurchaseIds(
        ofType type: SubscriptionType = .autoRenewable,
        inReceipt receipt: ReceiptInfo
    ) -> Set<String>? {
        ReceiptQuestions(receipt).distinctIds(type)
    }
}
