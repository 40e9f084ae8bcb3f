package import Foundation

/// Decides when a purchase of a subscription takes effect for a customer who may be subscribed in
/// the same group: a pure function of its properties.
///
/// Source: Apple's documentation of subscription groups and levels.
package struct SubscriptionChangeRule {
    /// The customer's active subscription in the group.
    package let active: CustomerSubscription?
    /// The product of its current period; `nil` if it is not for sale anymore.
    let activeProduct: CatalogProduct?
    package let product: CatalogProduct
    let billingPlan: BillingPlan
    /// Whether the customer redeems an offer.
    let hasOffer: Bool
    /// The number of seats that the customer wants in all; `nil` without seats.
    let seatCount: Int?
    /// The number of seats of the current period.
    let presentSeatCount: Int

    /// The time at which the purchase takes effect.
    package enum Change: Equatable {
        /// The customer was not subscribed; the first period begins.
        case start
        /// An upgrade, or a crossgrade to a product of the same duration and plan: it begins
        /// immediately, and the rest of the current period is refunded.
        case immediate
        /// A downgrade, a crossgrade to another duration, another plan, or a return to the current
        /// product: it begins with the next renewal, or at the end of a commitment.
        ///
        /// That a crossgrade to another plan waits, and that one within a commitment begins
        /// immediately with a new commitment, is inference.
        case atRenewal
        /// Seats added to the current period begin immediately.
        case seatAddition
        /// The customer is subscribed to the product already.
        case none
    }

    package var change: Change {
        guard let active else { return .start }
        let isPresentProduct = ByteExactString(active.productID) == ByteExactString(product.id)
        let isPresentPlan = active.isOf(product.id, by: billingPlan)
        if isPresentPlan, let seatCount, seatCount > presentSeatCount { return .seatAddition }
        if active.hasChosen(product.id, by: billingPlan), active.isAutoRenewEnabled, !hasOffer,
            isPresentPlan || seatCount == nil || seatCount == active.renewalSeatCount
        {
            return .none
        }
        if isPresentProduct { return .atRenewal }
        guard let old = activeProduct?.subscription, let new = product.subscription else {
            return .immediate
        }
        if new.level != old.level { return new.level < old.level ? .immediate : .atRenewal }
        let isAlike =
            new.period.hasSameLength(as: old.period) && billingPlan == active.billingPlan
        return isAlike ? .immediate : .atRenewal
    }

    /// Returns the refund for a replaced period: its price in proportion to the remaining time,
    /// rounded down to hundredths, or all of it by the second after its start.
    ///
    /// Source: Apple documents that the refund is prorated; the rounding is inference.
    package static func proratedRefund(of entry: LedgerEntry, at date: Date) -> Decimal {
        guard let end = entry.expirationDate, end > entry.purchaseDate else { return 0 }
        // Refunded seats were paid back already.
        let amount = entry.amountCharged - (entry.seats?.revokedPrice ?? 0)
        if date <= entry.purchaseDate.nextSecond { return amount }
        let length = end.milliseconds - entry.purchaseDate.milliseconds
        let rest = min(max(0, end.milliseconds - date.milliseconds), length)
        var exact = amount * Decimal(rest) / Decimal(length)
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, 2, .down)
        return rounded
    }
}

extension SubscriptionPeriod {
    /// Whether two periods have the same length in days, or in months.
    func hasSameLength(as other: SubscriptionPeriod) -> Bool {
        normalized == other.normalized
    }

    /// Whether the period is one year.
    var isYear: Bool { hasSameLength(as: SubscriptionPeriod(unit: .year)) }

    /// Whether the period is one week.
    package var isWeek: Bool { hasSameLength(as: SubscriptionPeriod(unit: .week)) }

    private var normalized: SubscriptionPeriod {
        switch unit {
        case .day, .month: self
        case .week: SubscriptionPeriod(value: value &* 7, unit: .day)
        case .year: SubscriptionPeriod(value: value &* 12, unit: .month)
        }
    }
}
