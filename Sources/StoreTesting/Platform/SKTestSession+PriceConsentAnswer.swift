#if canImport(StoreKitTest)
public import StoreKitTest

#if canImport(Darwin)
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: call consentToPriceIncreaseForTransaction.")
#endif
extension SKTestSession {
    /// The customer's response to the sheet about a price increase.
    public enum PriceConsentAnswer: Sendable, CaseIterable {
        /// The customer consents to the higher price.
        case agree
        /// The customer declines it, which also turns off auto-renew.
        case decline
        /// The customer closes the sheet without a decision, and the consent stays pending.
        case later
    }
}
#endif
