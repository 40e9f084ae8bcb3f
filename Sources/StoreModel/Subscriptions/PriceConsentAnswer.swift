/// The customer's response to the sheet about a price increase.
package enum PriceConsentAnswer: Sendable, CaseIterable {
    /// The customer consents to the higher price.
    case agree
    /// The customer declines it, which also turns off auto-renew.
    case decline
    /// The customer closes the sheet without a decision.
    case later
}

extension CustomerSubscription {
    /// Whether the customer has yet to respond to a price increase.
    package var waitsForConsent: Bool { priceConsent == .pending && nextEventDate != nil }
}
