public import Foundation

/// A customer's auto-renewable subscription: its current period, and the changes at its end.
///
/// Its periods are the ledger's entries with the same original transaction. Dates follow the
/// store's clock.
public struct CustomerSubscription: Sendable, Equatable, Identifiable {
    /// The `id` of its first transaction, which is the original transaction of all others.
    public var id: Int64
    /// The customer who pays for it.
    package var customerID: Customer.ID
    /// The subscription group.
    public var groupID: String
    /// The product of the current period, or of the last one.
    public var productID: String
    /// The `id` of the transaction of that period.
    public var entryID: Int64
    /// The end of that period.
    public var expirationDate: Date
    /// The plan by which that period was paid.
    public var billingPlan = BillingPlan.upFront
    /// The commitment that the current period is a payment of; `nil` without one.
    public var commitment: Commitment?
    /// The product that the customer pays for at the next renewal, or from the end of the
    /// commitment on.
    public var renewalProductID: String
    /// The plan of that product.
    package var renewalPlan = BillingPlan.upFront
    /// Whether the subscription renews at the end of its commitment, or of its period without one.
    public var isAutoRenewEnabled: Bool
    /// The offers of the next renewals, in order; later renewals have the regular price.
    ///
    /// Renewals within a commitment have no offer: an offer begins at its end.
    package var renewalOffers: [RenewalOffer]
    /// The offers that apply instead if the customer returns to the product of the current period,
    /// while the next renewal is to another one.
    package var suspendedOffers: [RenewalOffer] = []
    /// The failed renewal that the store tries to collect payment for.
    public var billingIssue: BillingIssue?
    /// The customer's response to a price increase; `nil` without one.
    public var priceConsent: PriceConsent?
    /// The reason why the subscription ended; `nil` while it has not.
    public var expirationReason: ExpirationReason?
    /// The date on which the current period was refunded or revoked.
    public var revocationDate: Date?
    /// The number of seats that renew; `nil` for a subscription of the customer alone.
    public var renewalSeatCount: Int?
    /// The date since which the customer has subscribed, apart from gaps of less than 60 days.
    ///
    /// Source: Apple's documentation of `recentSubscriptionStartDate`.
    package var startDate: Date
    /// The date from which the calendar counts the periods.
    package var anchor: BillingAnchor

    package init(
        id: Int64,
        customerID: Customer.ID,
        groupID: String,
        productID: String,
        entryID: Int64,
        expirationDate: Date,
        renewalProductID: String,
        isAutoRenewEnabled: Bool,
        renewalOffers: [RenewalOffer],
        startDate: Date,
        anchor: BillingAnchor
    ) {
        self.id = id
        self.customerID = customerID
        self.groupID = groupID
        self.productID = productID
        self.entryID = entryID
        self.expirationDate = expirationDate
        self.renewalProductID = renewalProductID
        self.isAutoRenewEnabled = isAutoRenewEnabled
        self.renewalOffers = renewalOffers
        self.startDate = startDate
        self.anchor = anchor
    }

    /// The date of the next renewal, or of the next step after one that failed; `nil` after the
    /// end.
    package var nextEventDate: Date? {
        guard expirationReason == nil, revocationDate == nil else { return nil }
        guard let billingIssue else { return expirationDate }
        return billingIssue.gracePeriodEnd ?? billingIssue.retryEnd
    }

    /// The end of the access to the product, unless the subscription renews before.
    package var accessEndDate: Date {
        revocationDate ?? max(expirationDate, billingIssue?.gracePeriodEnd ?? expirationDate)
    }

    /// Whether the customer is entitled to the product at a date: during a period and during a
    /// grace period.
    public func isEntitled(at date: Date) -> Bool {
        revocationDate == nil && expirationReason == nil && date < accessEndDate
    }

    /// The offers that apply if the product of the current period renews.
    package var presentOffers: [RenewalOffer] {
        hasChosen(productID, by: billingPlan) ? renewalOffers : suspendedOffers
    }

    /// The state of the subscription, after the store has settled all due events.
    public var status: Status {
        if revocationDate != nil { return .revoked }
        if expirationReason != nil { return .expired }
        guard let billingIssue else { return .subscribed }
        return billingIssue.gracePeriodEnd == nil ? .inBillingRetryPeriod : .inGracePeriod
    }

    /// The state of a subscription, with the raw values of StoreKit's renewal states.
    public enum Status: Int, Sendable, CaseIterable {
        /// The customer is subscribed.
        case subscribed = 1
        /// The subscription ended.
        case expired = 2
        /// A renewal failed, and the customer is not entitled until payment is collected.
        case inBillingRetryPeriod = 3
        /// A renewal failed, and the customer stays entitled for a while.
        case inGracePeriod = 4
        /// The current period was refunded or revoked.
        case revoked = 5
    }

    /// The reason why a subscription ended, with the raw values of Apple's `expirationIntent`.
    public enum ExpirationReason: Int, Sendable, CaseIterable {
        /// The customer turned off auto-renew.
        case customerCancelled = 1
        /// Payment could not be collected.
        case billingError = 2
        /// The customer did not consent to a price increase.
        case priceIncreaseNotConsented = 3
        /// The product was not for sale at the time of renewal.
        case productUnavailable = 4
        /// Another reason.
        case unknown = 5
    }

    /// The customer's response to a price increase that needs consent.
    public enum PriceConsent: String, Sendable, CaseIterable {
        /// The customer was asked and has not responded; the subscription ends with its period.
        case pending
        /// The customer consented.
        case agreed
        /// The customer declined; the subscription ends with its period.
        case declined
    }

    /// An offer that applies to the next renewals.
    package struct RenewalOffer: Sendable, Equatable, Codable {
        package var offer: LedgerEntry.Offer
        /// The request for the offer; `nil` for an introductory offer.
        package var request: PaymentRequest.Offer?
        /// The number of renewals with the offer; at least 1.
        package var renewalCount: Int

        package init(
            offer: LedgerEntry.Offer,
            request: PaymentRequest.Offer? = nil,
            renewalCount: Int
        ) {
            self.offer = offer
            self.request = request
            self.renewalCount = renewalCount
        }
    }

    /// A renewal for which payment could not be collected.
    public struct BillingIssue: Sendable, Equatable {
        /// The end of the grace period; `nil` without one, and after it.
        public var gracePeriodEnd: Date?
        /// The date on which the store gives up.
        public var retryEnd: Date

        package init(gracePeriodEnd: Date? = nil, retryEnd: Date) {
            self.gracePeriodEnd = gracePeriodEnd
            self.retryEnd = retryEnd
        }
    }
}

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

/// A subscription with the entry of its current or last period.
package struct SubscriptionPeriodStatus: Sendable, Equatable {
    /// The subscription; if a family shares it, with the numbers of the member's own transactions.
    package let subscription: CustomerSubscription
    /// The transaction of the period; of several, the newest one that was not revoked.
    package let entry: LedgerEntry
    /// The number of seats of the period; `nil` for a subscription without seats, and for one of
    /// another customer.
    package let seatCount: Int?
    /// The number of seats that renew; `nil` without ``seatCount``, and if none do.
    package var renewalSeatCount: Int? { seatCount == nil ? nil : subscription.renewalSeatCount }

    package init(
        subscription: CustomerSubscription,
        entry: LedgerEntry,
        seatCount: Int? = nil
    ) {
        self.subscription = subscription
        self.entry = entry
        self.seatCount = seatCount
    }
}
