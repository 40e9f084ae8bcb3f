// Apple's session has no store that these members could access.
#if !canImport(Darwin)
import Foundation
import LocalAppStore
public import StoreKitTest

extension SKTestSession {
    /// The customer's auto-renewable subscriptions in the order of their first purchases, also
    /// those that ended.
    ///
    /// There is one for each original transaction. Due events are settled before.
    public var subscriptions: [Subscription] {
        let subscriptions = reporting { try $0.subscriptions.all() } ?? []
        let date = store.clock.now
        return subscriptions.map { Subscription($0, at: date) }
    }
}

extension SKTestSession.Subscription {
    fileprivate init(_ subscription: CustomerSubscription, at date: Date) {
        originalTransactionIdentifier = UInt(clamping: subscription.id)
        transactionIdentifier = UInt(clamping: subscription.entryID)
        productIdentifier = subscription.productID
        groupIdentifier = subscription.groupID
        status = Status(subscription.status)
        isEntitled = subscription.isEntitled(at: date)
        startDate = subscription.startDate
        expirationDate = subscription.expirationDate
        nextEventDate = subscription.nextEventDate
        renewalProductIdentifier = subscription.renewalProductID
        isAutoRenewEnabled = subscription.isAutoRenewEnabled
        billingIssue = subscription.billingIssue.map {
            BillingIssue(gracePeriodEnd: $0.gracePeriodEnd, retryEnd: $0.retryEnd)
        }
        priceConsent = subscription.priceConsent.map(PriceConsent.init)
        expirationReason = subscription.expirationReason.map(ExpirationReason.init)
        revocationDate = subscription.revocationDate
    }
}

extension SKTestSession.Subscription.Status {
    fileprivate init(_ status: CustomerSubscription.Status) {
        switch status {
        case .subscribed: self = .subscribed
        case .expired: self = .expired
        case .inBillingRetryPeriod: self = .inBillingRetryPeriod
        case .inGracePeriod: self = .inGracePeriod
        case .revoked: self = .revoked
        }
    }
}

extension SKTestSession.Subscription.ExpirationReason {
    fileprivate init(_ reason: CustomerSubscription.ExpirationReason) {
        switch reason {
        case .customerCancelled: self = .customerCancelled
        case .billingError: self = .billingError
        case .priceIncreaseNotConsented: self = .priceIncreaseNotConsented
        case .productUnavailable: self = .productUnavailable
        case .unknown: self = .unknown
        }
    }
}

extension SKTestSession.Subscription.PriceConsent {
    fileprivate init(_ consent: CustomerSubscription.PriceConsent) {
        switch consent {
        case .pending: self = .pending
        case .agreed: self = .agreed
        case .declined: self = .declined
        }
    }
}
#endif
