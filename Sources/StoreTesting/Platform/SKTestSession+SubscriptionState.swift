#if canImport(StoreKitTest)
public import StoreKitTest

#if canImport(Darwin)
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: Apple's session has no states to begin in.")
#endif
extension SKTestSession {
    /// A state of a subscription that a session can be brought into.
    ///
    /// The article *Subscription states* of SwiftyStoreKit shows what an app receives in each.
    public enum SubscriptionState: String, Sendable, CaseIterable {
        /// The customer has subscribed for the first time, with an introductory offer if the
        /// product has one.
        case subscribed
        /// The subscription was renewed.
        case renewed
        /// The subscription ended, and the customer subscribed again.
        case resubscribed
        /// The customer turned off auto-renew, and the period has not ended.
        case autoRenewDisabled
        /// A renewal failed, and the customer stays entitled for a while.
        case gracePeriod
        /// A renewal failed, and the customer is not entitled until payment is collected.
        case billingRetry
        /// A grace period ended, and the store still tries to collect payment.
        case gracePeriodExpired
        /// A renewal failed, and then payment was collected.
        case billingRecovery
        /// The customer has yet to consent to a price increase.
        case priceIncreasePending
        /// The customer consented to a price increase.
        case priceIncreaseAccepted
        /// The customer bought a higher level of service in the group.
        case upgraded
        /// The customer chose a lower level of service for the next renewal.
        case downgradePending
        /// The customer ended the subscription.
        case expired
        /// The subscription ended because payment could not be collected.
        case expiredInBillingRetry
        /// The subscription ended because the customer did not consent to a price increase.
        case expiredWithoutConsent
        /// The current period was refunded.
        case refunded
    }
}
#endif
