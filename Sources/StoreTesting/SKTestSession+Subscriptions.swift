// Apple's session has no store that these members could access.
#if !canImport(Darwin)
import Foundation
import LocalAppStore
public import StoreKitTest

extension SKTestSession {
    /// The customer's auto-renewable subscriptions in the order of their first purchases, also
    /// those that ended.
    ///
    /// Each original transaction has one. Due events are settled first.
    public var subscriptions: [Subscription] {
        let statuses = reporting { try $0.subscriptions.statuses() } ?? []
        let date = store.clock.now
        return statuses.filter { !$0.entry.isShared }.map { Subscription($0, at: date) }
    }
}

// The raw values equal the store's.
extension SKTestSession.Subscription {
    fileprivate init(_ period: SubscriptionPeriodStatus, at date: Date) {
        let subscription = period.subscription
        originalTransactionIdentifier = UInt(clamping: subscription.id)
        transactionIdentifier = UInt(clamping: period.entry.id)
        productIdentifier = subscription.productID
        groupIdentifier = subscription.groupID
        status = Status(rawValue: subscription.status.rawValue) ?? .expired
        isEntitled = subscription.isEntitled(at: date)
        startDate = subscription.startDate
        expirationDate = subscription.expirationDate
        nextEventDate = subscription.nextEventDate
        seatCount = period.seatCount
        renewalSeatCount = period.renewalSeatCount
        billingPlan = BillingPlan(subscription.billingPlan)
        commitment = subscription.commitment.map { present in
            Commitment(
                periodNumber: present.periodNumber,
                periodCount: present.periodCount,
                price: present.price,
                expirationDate: present.expirationDate,
                renewalProductIdentifier: subscription.renewalProductID,
                renewalBillingPlan: BillingPlan(subscription.renewalPlan),
                isAutoRenewEnabled: subscription.isAutoRenewEnabled
            )
        }
        renewalProductIdentifier = subscription.nextProductID
        isAutoRenewEnabled = subscription.renewsNextPeriod
        billingIssue = subscription.billingIssue.map {
            BillingIssue(gracePeriodEnd: $0.gracePeriodEnd, retryEnd: $0.retryEnd)
        }
        priceConsent = subscription.priceConsent.flatMap { PriceConsent(rawValue: $0.rawValue) }
        expirationReason = subscription.expirationReason.flatMap {
            ExpirationReason(rawValue: $0.rawValue)
        }
        revocationDate = subscription.revocationDate
    }
}

extension SKTestSession.Subscription.BillingPlan {
    fileprivate init(_ plan: LocalAppStore.BillingPlan) {
        switch plan {
        case .upFront: self = .upFront
        case .monthly: self = .monthly
        }
    }
}

extension SKTestSession {
    /// The length of a grace period in real time; `.sixteenDays` by default.
    ///
    /// It applies to renewals that fail from now on, and is six days at most for a weekly
    /// subscription. It has no effect unless `billingGracePeriodIsEnabled` is `true`, and none with
    /// a `timeRate` that shortens the month or makes all periods equal: Apple states the grace
    /// periods of these.
    public var gracePeriodLength: GracePeriodLength {
        get {
            let length = reporting { try $0.settings }?.gracePeriodLength
            return length.flatMap { GracePeriodLength(rawValue: $0.rawValue) } ?? .sixteenDays
        }
        set {
            let length = LocalAppStore.GracePeriodLength(rawValue: newValue.rawValue)
            reporting { store in
                try store.updateSettings { $0.gracePeriodLength = length ?? $0.gracePeriodLength }
            }
        }
    }
}

extension SKTestSession {
    /// The customer's response when the sheet about a price increase is shown; `.later` by default.
    ///
    /// The sheet is shown when a consent becomes pending, unless the payment queue's delegate
    /// objects, and when the app calls `showPriceConsentIfNeeded()`. `disableDialogs` does not
    /// matter, because no person is asked.
    public var priceConsentAnswer: PriceConsentAnswer {
        get {
            switch store.subscriptions.priceConsentAnswer {
            case .agree: .agree
            case .decline: .decline
            case .later: .later
            }
        }
        set {
            switch newValue {
            case .agree: store.subscriptions.priceConsentAnswer = .agree
            case .decline: store.subscriptions.priceConsentAnswer = .decline
            case .later: store.subscriptions.priceConsentAnswer = .later
            }
        }
    }
}
#endif
