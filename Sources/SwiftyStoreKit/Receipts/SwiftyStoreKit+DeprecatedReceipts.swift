public import Foundation

extension SwiftyStoreKit {
    /// Fetches the receipt and has it verified, as it was written before 0.11.
    ///
    /// The password is the shared secret of an ``AppleReceiptValidator``; any other validator
    /// brings its own.
    @available(*, deprecated, message: "Give the shared secret to AppleReceiptValidator.")
    @discardableResult
    public class func verifyReceipt(
        using validator: any ReceiptValidator,
        password: String?,
        forceRefresh: Bool = false,
        completion: @escaping (VerifyReceiptResult) -> Void
    ) -> (any InAppRequest)? {
        receipts.verify(
            using: AppleReceiptValidator.give(password, to: validator),
            forceRefresh: forceRefresh,
            completion: completion
        )
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
