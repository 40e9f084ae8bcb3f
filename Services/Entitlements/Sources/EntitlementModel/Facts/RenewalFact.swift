/// The newest statement about a subscription's future after its period.
package struct RenewalFact: Hashable, Sendable {
    package let key: PurchaseKey
    package var watermark: Watermark
    /// The end of the grace period, if the renewal failed and there is one.
    package var gracePeriodEnd: Milliseconds?
    /// Whether the App Store tries to charge the customer again.
    package var isInBillingRetry: Bool

    package init(
        key: PurchaseKey,
        watermark: Watermark,
        gracePeriodEnd: Milliseconds? = nil,
        isInBillingRetry: Bool = false
    ) {
        self.key = key
        self.watermark = watermark
        self.gracePeriodEnd = gracePeriodEnd
        self.isInBillingRetry = isInBillingRetry
    }

    /// Takes over another statement about the same subscription, if that counts more.
    package mutating func merge(_ other: RenewalFact) {
        if other.watermark > watermark { self = other }
    }
}
