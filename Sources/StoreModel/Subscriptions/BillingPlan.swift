public import Foundation

/// The way in which a subscription is paid, with the raw values of `.storekit` files and signed
/// documents.
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
    /// The price of each payment.
    public var paymentPrice: Decimal
    /// The end of the last period; a payment that was late moves it.
    public var expirationDate: Date

    package init(
        periodNumber: Int,
        periodCount: Int,
        paymentPrice: Decimal,
        expirationDate: Date
    ) {
        self.periodNumber = periodNumber
        self.periodCount = periodCount
        self.paymentPrice = paymentPrice
        self.expirationDate = expirationDate
    }

    /// The price of all payments.
    public var price: Decimal { paymentPrice * Decimal(periodCount) }

    /// The number of payments after this one.
    package var remainingCount: Int { max(0, periodCount - periodNumber) }
}

extension LedgerEntry {
    /// The plan by which a period was paid; `nil` for a product that isn't an auto-renewable
    /// subscription.
    public var billingPlan: BillingPlan? { isSubscription ? plan : nil }
}

extension CustomerSubscription {
    /// Whether the customer owes more payments of a commitment after the current period.
    ///
    /// Until the last one it renews with the same product and plan. The customer's choices take
    /// effect after that.
    package var isWithinCommitment: Bool {
        expirationReason == nil && (commitment?.remainingCount ?? 0) > 0
    }

    /// Whether the current period renews.
    ///
    /// Source: Apple's documentation of the life cycle: within a commitment this stays true after a
    /// cancellation. That it is false in the last period is inference.
    package var renewsNextPeriod: Bool { isWithinCommitment || isAutoRenewEnabled }

    /// The product of the next period.
    package var nextProductID: String { isWithinCommitment ? productID : renewalProductID }

    /// The plan of the next period.
    package var nextPlan: BillingPlan { isWithinCommitment ? billingPlan : renewalPlan }

    /// The offer of the next period; one that is chosen within a commitment waits for its end.
    package var nextOffer: RenewalOffer? { isWithinCommitment ? nil : renewalOffers.first }

    /// The number of seats of the next period; `nil` without seats, or without a next period.
    package var nextSeatCount: Int? {
        isAutoRenewEnabled && !isWithinCommitment ? renewalSeatCount : nil
    }

    /// Whether the customer's choice is a product by a plan.
    func hasChosen(_ productID: String, by plan: BillingPlan) -> Bool {
        renewalPlan == plan && ByteExactString(renewalProductID) == ByteExactString(productID)
    }

    /// Whether the current period is of a product by a plan.
    func isOf(_ productID: String, by plan: BillingPlan) -> Bool {
        billingPlan == plan && ByteExactString(self.productID) == ByteExactString(productID)
    }
}
