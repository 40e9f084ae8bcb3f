public import Foundation

/// The way in which a period of a subscription is paid, with the raw values of `.storekit` files and
/// signed documents.
public enum BillingPlan: String, Sendable, Codable, CaseIterable {
    /// The whole period is paid at its start.
    case upFront = "BILLED_UPFRONT"
    /// The customer commits to a year, and pays for each month.
    case monthly = "MONTHLY"
}

/// A commitment to several payments, as it is with one of them.
///
/// Source: Apple's documentation of monthly subscriptions with a 12-month commitment.
public struct Commitment: Sendable, Equatable, Codable {
    /// The number of the payment, from 1 on.
    public var periodNumber: Int
    /// The number of payments.
    public var periodCount: Int
    /// The price of all payments.
    public var price: Decimal
    /// The end of the last period; a payment that was late moves it.
    public var expirationDate: Date

    package init(periodNumber: Int, periodCount: Int, price: Decimal, expirationDate: Date) {
        self.periodNumber = periodNumber
        self.periodCount = periodCount
        self.price = price
        self.expirationDate = expirationDate
    }
}

extension LedgerEntry {
    /// The plan by which a period was paid; `nil` for a product that is no auto-renewable
    /// subscription.
    public var billingPlan: BillingPlan? {
        guard isSubscription else { return nil }
        return commitment == nil ? .upFront : .monthly
    }
}

extension CustomerSubscription {
    /// The present commitment, and what follows it.
    public struct Commitment: Sendable, Equatable, Codable {
        /// The commitment as it is with the present payment.
        public var present: StoreModel.Commitment
        /// Whether the subscription renews at the end; it renews for each payment before.
        public var willAutoRenew = true
        /// The product from the end of the commitment on.
        public var renewalProductID: String

        package init(present: StoreModel.Commitment, renewalProductID: String) {
            self.present = present
            self.renewalProductID = renewalProductID
        }
    }
}
