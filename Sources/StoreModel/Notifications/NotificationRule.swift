import AppReceipt
import Foundation

/// Decides which notifications an event causes.
///
/// Source: Apple's documentation of `notificationType`.
package enum NotificationRule {
    /// The notifications about a payment; `former` is the subscription before it.
    package static func events(
        of outcome: PurchaseRule.Outcome,
        _ entry: LedgerEntry,
        former: CustomerSubscription?
    ) -> [NotificationEvent] {
        switch outcome {
        case .deferred, .failed:
            return []
        case .purchased(_, let original, let replaced):
            guard entry.isSubscription else {
                // Downloading a purchase again isn't a charge.
                return original == nil ? [NotificationEvent(.oneTimeCharge)] : []
            }
            if replaced != nil { return [redemption(of: entry, .upgrade)] }
            return [NotificationEvent(.subscribed, original == nil ? .initialBuy : .resubscribe)]
        case .addedSeats:
            var events = [NotificationEvent(.didChangeRenewalPref, .increaseQuantity)]
            if former?.isAutoRenewEnabled == false {
                events.append(NotificationEvent(.didChangeRenewalStatus, .autoRenewEnabled))
            }
            return events
        case .scheduled:
            guard let former else { return [] }
            return events(ofScheduled: entry, former: former)
        }
    }

    /// The notifications about a change of the product of the next renewal.
    private static func events(
        ofScheduled entry: LedgerEntry,
        former: CustomerSubscription
    ) -> [NotificationEvent] {
        var events: [NotificationEvent] = []
        // That a change of the plan alone counts as a downgrade is inference.
        let isPresent = former.isOf(entry.productID, by: entry.plan)
        if entry.requestedOffer != nil || !former.hasChosen(entry.productID, by: entry.plan) {
            events.append(redemption(of: entry, isPresent ? nil : .downgrade))
        }
        if isPresent, entry.seats != nil {
            events += seats(from: former.renewalSeatCount, to: entry.quantity)
        }
        if !former.isAutoRenewEnabled {
            events.append(NotificationEvent(.didChangeRenewalStatus, .autoRenewEnabled))
        }
        return events
    }

    /// The notification about a change of the seats of the next renewal.
    ///
    /// That the subtypes are of `DID_CHANGE_RENEWAL_PREF` is inference.
    private static func seats(from former: Int?, to present: Int?) -> [NotificationEvent] {
        guard let former, let present, former != present else { return [] }
        let subtype: NotificationPayload.Subtype =
            former < present ? .increaseQuantity : .decreaseQuantity
        return [NotificationEvent(.didChangeRenewalPref, subtype)]
    }

    /// A change of product, which may be with an offer.
    private static func redemption(
        of entry: LedgerEntry,
        _ subtype: NotificationPayload.Subtype?
    ) -> NotificationEvent {
        let type: NotificationPayload.NotificationType =
            entry.requestedOffer == nil ? .didChangeRenewalPref : .offerRedeemed
        return NotificationEvent(type, subtype)
    }

    package static func event(ofRenewing subscription: CustomerSubscription) -> NotificationEvent {
        NotificationEvent(.didRenew, subscription.billingIssue == nil ? nil : .billingRecovery)
    }

    /// The notification about the access of a member of the family to a purchase; `former` is the
    /// member's transaction before it, and `renewal` the purchaser's notification of a renewal.
    ///
    /// A member who had no access before a renewal gets it with the renewal.
    ///
    /// Source: Apple's documentation of `ONE_TIME_CHARGE` and of `INITIAL_BUY`; the others are
    /// inference.
    package static func event(
        ofSharing entry: LedgerEntry,
        former: LedgerEntry?,
        renewal: NotificationEvent?
    ) -> NotificationEvent {
        guard entry.isSubscription else { return NotificationEvent(.oneTimeCharge) }
        guard let former else { return NotificationEvent(.subscribed, .initialBuy) }
        if let renewal, former.revocationDate == nil { return renewal }
        return NotificationEvent(.subscribed, .resubscribe)
    }

    /// Whether the members of the family also receive a notification about the purchaser's
    /// subscription.
    ///
    /// They receive notifications about the duration of access, not about the purchaser's choices.
    /// This is our choice, as Apple's documentation is silent.
    package static func concernsAccess(_ event: NotificationEvent) -> Bool {
        switch event.type {
        case .didFailToRenew, .gracePeriodExpired, .expired, .renewalExtended: true
        default: false
        }
    }

    /// The notifications about changes of a subscription within a period, or at its end.
    package static func events(
        from former: CustomerSubscription,
        to present: CustomerSubscription
    ) -> [NotificationEvent] {
        seats(from: former.renewalSeatCount, to: present.renewalSeatCount)
            + [
                renewalStatus(from: former, to: present),
                priceConsent(from: former, to: present),
                billing(from: former, to: present),
                end(from: former, to: present),
            ].compactMap { $0 }
    }

    private static func renewalStatus(
        from former: CustomerSubscription,
        to present: CustomerSubscription
    ) -> NotificationEvent? {
        // The end of a subscription always turns off auto-renew; only the customer turns off
        // auto-renew alone.
        let isByCustomer =
            present.expirationReason == nil || present.expirationReason == .customerCancelled
        guard former.isAutoRenewEnabled != present.isAutoRenewEnabled, isByCustomer else {
            return nil
        }
        return NotificationEvent(
            .didChangeRenewalStatus,
            present.isAutoRenewEnabled ? .autoRenewEnabled : .autoRenewDisabled
        )
    }

    private static func priceConsent(
        from former: CustomerSubscription,
        to present: CustomerSubscription
    ) -> NotificationEvent? {
        guard former.priceConsent != present.priceConsent else { return nil }
        switch present.priceConsent {
        case .pending: return NotificationEvent(.priceIncrease, .pending)
        case .agreed: return NotificationEvent(.priceIncrease, .accepted)
        case .declined, nil: return nil
        }
    }

    private static func billing(
        from former: CustomerSubscription,
        to present: CustomerSubscription
    ) -> NotificationEvent? {
        guard let issue = present.billingIssue else { return nil }
        guard let formerIssue = former.billingIssue else {
            return NotificationEvent(
                .didFailToRenew,
                issue.gracePeriodEnd == nil ? nil : .gracePeriod
            )
        }
        let hasGraceEnded = formerIssue.gracePeriodEnd != nil && issue.gracePeriodEnd == nil
        return hasGraceEnded ? NotificationEvent(.gracePeriodExpired) : nil
    }

    private static func end(
        from former: CustomerSubscription,
        to present: CustomerSubscription
    ) -> NotificationEvent? {
        guard former.expirationReason == nil, let reason = present.expirationReason else {
            return nil
        }
        switch reason {
        case .customerCancelled: return NotificationEvent(.expired, .voluntary)
        case .billingError: return NotificationEvent(.expired, .billingRetry)
        case .priceIncreaseNotConsented: return NotificationEvent(.expired, .priceIncrease)
        case .productUnavailable: return NotificationEvent(.expired, .productNotForSale)
        case .unknown: return NotificationEvent(.expired)
        }
    }
}
