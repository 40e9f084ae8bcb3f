/// The kind of change in the life of a purchase, or of a customer's entitlements.
///
/// The cases are in the order of changes at the same date, so that the last one determines the
/// state.
package enum EventReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The App Store requests consumption information, because the customer wants a refund.
    case consumptionRequested
    /// The customer is asked to agree to a higher price.
    case priceIncreasePending
    /// The subscription will not renew.
    case cancelled
    /// A renewal could not be charged.
    case billingIssue
    /// The end of a period that no other one follows.
    case expired
    case refunded
    /// The team revoked a grant.
    case grantRevoked
    /// The first period, or one after an end.
    case started
    /// A period after another one of the same product.
    case renewed
    /// A failed renewal was charged after all.
    case recovered
    /// The first paid period after a free trial.
    case trialConverted
    /// A period of another product.
    case productChanged
    /// A cancelled subscription will renew again.
    case uncancelled
    /// A refund was reversed.
    case refundReversed
    /// Seats were added to a period, or refunded.
    case seatsChanged
    /// Another account claims the purchase.
    case transferred
    /// The team granted an entitlement.
    case granted
    /// Another change, such as a period that was extended.
    case changed
}

extension EventReason: Comparable {
    private static let ranks = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) }
    )

    package static func < (left: Self, right: Self) -> Bool {
        (ranks[left] ?? 0) < (ranks[right] ?? 0)
    }
}
