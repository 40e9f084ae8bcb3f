/// A statement about a subscription's future after its period.
package struct RenewalFact: Hashable, Sendable {
    package let key: PurchaseKey
    package let watermark: Watermark
    /// The end of the grace period after a failed renewal; `nil` for none.
    package var gracePeriodEnd: Milliseconds?
    /// Whether the App Store tries to charge the customer again.
    package var isInBillingRetry: Bool
    /// Whether the subscription renews; in a commitment, whether it renews after that.
    package var autoRenews: Bool?
    /// The product of the next period.
    package var renewalProductID: String?
    /// The price of the next period in thousandths of the currency.
    package var renewalPrice: Int64?
    /// The currency of the price (ISO 4217).
    package var currency: String?
    package var renewalDate: Milliseconds?
    /// The customer's consent to a higher price in the App Store's numbers: 0 is pending.
    package var priceIncreaseStatus: Int32?
    /// The reason of an expiration in the App Store's numbers: 1 is a cancellation.
    package var expirationIntent: Int32?
    package var offerID: String?
    /// The kind of offer of the next period in the App Store's numbers.
    package var offerType: Int32?

    package init(
        key: PurchaseKey,
        watermark: Watermark,
        gracePeriodEnd: Milliseconds? = nil,
        isInBillingRetry: Bool = false,
        autoRenews: Bool? = nil,
        renewalProductID: String? = nil,
        renewalPrice: Int64? = nil,
        currency: String? = nil,
        renewalDate: Milliseconds? = nil,
        priceIncreaseStatus: Int32? = nil,
        expirationIntent: Int32? = nil,
        offerID: String? = nil,
        offerType: Int32? = nil
    ) {
        self.key = key
        self.watermark = watermark
        self.gracePeriodEnd = gracePeriodEnd
        self.isInBillingRetry = isInBillingRetry
        self.autoRenews = autoRenews
        self.renewalProductID = renewalProductID
        self.renewalPrice = renewalPrice
        self.currency = currency
        self.renewalDate = renewalDate
        self.priceIncreaseStatus = priceIncreaseStatus
        self.expirationIntent = expirationIntent
        self.offerID = offerID
        self.offerType = offerType
    }
}
