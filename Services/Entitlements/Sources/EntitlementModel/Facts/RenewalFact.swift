/// The newest statement about how a subscription goes on after its period.
public struct RenewalFact: Hashable, Sendable {
    public let key: PurchaseKey
    public var watermark: Watermark
    /// The end of the grace period, if the renewal failed and there is one.
    public var gracePeriodEnd: Milliseconds?
    /// Whether the App Store tries to charge the customer again.
    public var isInBillingRetry: Bool

    public init(
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
    public mutating func merge(_ other: RenewalFact) {
        if other.watermark > watermark { self = other }
    }
}
