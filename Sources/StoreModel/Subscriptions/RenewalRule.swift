package import Foundation

/// Decides the next event of a subscription.
package struct RenewalRule {
    package var subscription: CustomerSubscription
    /// The product of the next period; `nil` if the catalog does not contain it.
    package let product: CatalogProduct?
    package var settings: StoreSettings

    package init(
        subscription: CustomerSubscription,
        product: CatalogProduct?,
        settings: StoreSettings
    ) {
        self.subscription = subscription
        self.product = product
        self.settings = settings
    }

    /// The number of periods in a row after which a subscription ends in accelerated time.
    ///
    /// With periods of two seconds, a ledger that no process opened for a month would otherwise
    /// have more than a million renewals. Source: inference; the sandbox ends it after 12.
    static let acceleratedPeriodLimit = 20_000

    package enum Outcome: Equatable {
        case renewed(BillingPeriod)
        case billingFailed(CustomerSubscription.BillingIssue)
        case gracePeriodEnded
        case ended(CustomerSubscription.ExpirationReason)
    }

    /// The event at the subscription's `nextEventDate`.
    package var outcome: Outcome {
        if let issue = subscription.billingIssue {
            // Source: Apple's documentation of billing retry, which lasts longer than the grace.
            return issue.gracePeriodEnd == nil ? .ended(.billingError) : .gracePeriodEnded
        }
        if let reason = reasonToEnd { return .ended(reason) }
        if settings.timeRate != .realTime,
            subscription.anchor.count >= Self.acceleratedPeriodLimit
        {
            return .ended(.unknown)
        }
        guard let period = period(from: subscription.expirationDate) else {
            return .ended(.productUnavailable)
        }
        return settings.failsRenewals ? .billingFailed(issue(at: period.start)) : .renewed(period)
    }

    /// The reason for which the subscription does not renew.
    ///
    /// Source: Apple's documentation of `expirationIntent`, and of price increases that need
    /// consent.
    private var reasonToEnd: CustomerSubscription.ExpirationReason? {
        // Source: Apple's documentation of commitments, for cancellations; that a price increase
        // waits for the end, too, is inference.
        if subscription.isWithinCommitment { return nil }
        return switch subscription.priceConsent {
        case .declined: .priceIncreaseNotConsented
        case .pending where subscription.isAutoRenewEnabled: .priceIncreaseNotConsented
        case .pending, .agreed, nil: subscription.isAutoRenewEnabled ? nil : .customerCancelled
        }
    }

    /// The period that a renewal pays for; `nil` if the product is not for sale, or if the calendar
    /// ends.
    ///
    /// A commitment goes on where its plan is not sold anymore. This is inference.
    package func period(from start: Date) -> BillingPeriod? {
        guard let product, product.subscription != nil else { return nil }
        let sold = product.sold(by: subscription.nextPlan, in: settings.storefrontCountry)
        guard let product = subscription.isWithinCommitment ? product : sold else { return nil }
        return BillingPeriod(
            renewing: subscription,
            to: product,
            from: start,
            timeRate: settings.timeRate
        )
    }

    /// The period that begins when payment is collected after all.
    ///
    /// Source: Apple's documentation. During a grace period the billing dates stay; after it, the
    /// new period begins on the day of the payment.
    ///
    /// It begins in a later second than all periods before, of which `last` is the latest start.
    package func recoveryPeriod(at date: Date, after last: Date?) -> BillingPeriod? {
        let isInGracePeriod = subscription.billingIssue?.gracePeriodEnd != nil
        let start = isInGracePeriod ? subscription.expirationDate : date
        return period(from: max(start, last?.nextSecond ?? start))
    }

    /// Returns the end of a period that a tester ends at a date.
    ///
    /// If a period follows, the end is in a later second than the last start, so that the periods
    /// differ in receipts.
    package static func forcedEnd(
        at date: Date,
        after last: Date?,
        settings: StoreSettings
    ) -> Date {
        settings.failsRenewals ? date : max(date, last?.nextSecond ?? date)
    }

    /// Source: Apple's tables of StoreKit Test; in real time 60 days, and 3, 16 or 28 days of grace
    /// as the developer chose, 6 at most for weekly subscriptions.
    ///
    /// A payment of a monthly plan has no grace, and is tried for longer (Apple's documentation of
    /// commitments).
    private func issue(at date: Date) -> CustomerSubscription.BillingIssue {
        let isWeekly = product?.subscription?.period.isWeek == true
        let rate = settings.timeRate
        let isMonthlyPlan = subscription.nextPlan == .monthly
        let grace =
            settings.allowsGracePeriod && !isMonthlyPlan
            ? rate.gracePeriod(isWeekly: isWeekly, length: settings.gracePeriodLength) : nil
        let retry = rate.billingRetryPeriod(isMonthlyPlan: isMonthlyPlan)
        return .init(
            gracePeriodEnd: grace.map { (date + $0).clamped(to: Date.storeDates) },
            retryEnd: (date + retry).clamped(to: Date.storeDates)
        )
    }
}

/// A period of a subscription: its price, start and end.
package struct BillingPeriod: Equatable {
    package var productID: String
    package var price: Decimal
    /// The prices of seats; `nil` for a subscription of the customer alone.
    package var seatPrices: [SeatPriceTier]?
    package var plan: BillingPlan
    /// The commitment with this payment; `nil` without one.
    package var commitment: Commitment?
    package var offer: LedgerEntry.Offer?
    package var requestedOffer: PaymentRequest.Offer?
    package var start: Date
    package var end: Date
    package var anchor: BillingAnchor
    /// The offers for the renewals after this period.
    var remainingOffers: [CustomerSubscription.RenewalOffer]

    /// The next period of a subscription; `nil` if it would end after the year 9999.
    ///
    /// Periods of the same length are counted from one date. A free offer before the first payment
    /// does not count. Source: inference from Apple's renewals at the end of a month.
    package init?(
        renewing subscription: CustomerSubscription,
        to product: CatalogProduct,
        from start: Date,
        timeRate: TimeRate
    ) {
        let present = subscription.isWithinCommitment ? subscription.commitment : nil
        let next = subscription.nextOffer
        let terms =
            present.map(PurchaseTerms.init(continuing:))
            ?? PurchaseTerms(
                renewing: product,
                with: next?.offer,
                seatCount: subscription.renewalSeatCount
            )
        guard let period = terms.period else { return nil }
        let former = subscription.anchor
        let isOnTime = start == subscription.expirationDate
        if isOnTime, former.count > 0, former.end(of: period, timeRate: timeRate) == start {
            anchor = former
        } else {
            let day = isOnTime ? former.day : nil
            anchor = BillingAnchor(before: period, from: start, keeping: day)
        }
        anchor.count += terms.periodCount
        end = anchor.end(of: period, timeRate: timeRate)
        guard start < end, end < Date.storeDates.upperBound else { return nil }
        commitment = terms.commitment(after: present) { [anchor] count in
            anchor.end(of: period, followedBy: count, timeRate: timeRate)
        }
        // A payment after billing retry begins a new count.
        let isBeforePayment = !isOnTime || former.count == 0
        if isBeforePayment, terms.isFreeOffer { anchor = BillingAnchor(date: end, count: 0) }
        productID = product.id
        price = terms.price
        seatPrices = terms.seatPrices
        plan = terms.billingPlan
        offer = terms.offer
        requestedOffer = offer == nil ? nil : next?.request
        self.start = start
        remainingOffers =
            [next?.afterRenewal].compactMap { $0 } + subscription.renewalOffers.dropFirst()
    }
}

extension CustomerSubscription.RenewalOffer {
    /// The offer after one more renewal; `nil` if that was the last one with the offer.
    fileprivate var afterRenewal: Self? {
        guard renewalCount > 1 else { return nil }
        var rest = self
        rest.renewalCount -= 1
        return rest
    }

    /// The offer for the renewals after a first period with it; only a pay-as-you-go offer has any.
    package init?(
        after offer: LedgerEntry.Offer?,
        _ catalogOffer: CatalogOffer?,
        request: PaymentRequest.Offer?
    ) {
        guard let offer, let catalogOffer, catalogOffer.paymentMode == .payAsYouGo,
            catalogOffer.numberOfPeriods > 1
        else { return nil }
        self.init(
            offer: offer,
            request: offer == .introductory ? nil : request,
            renewalCount: catalogOffer.numberOfPeriods - 1
        )
    }

    /// A requested offer that begins with the next renewal; `nil` if it is not among the terms.
    package init?(_ request: PaymentRequest.Offer, of terms: SubscriptionTerms) {
        guard let (catalogOffer, offer) = terms.offer(request) else { return nil }
        let isPaidByPeriod = catalogOffer.paymentMode == .payAsYouGo
        self.init(
            offer: offer,
            request: request,
            renewalCount: isPaidByPeriod ? catalogOffer.numberOfPeriods : 1
        )
    }
}
