import Foundation
import StoreModel

// The state of the customer.
extension NotificationTrigger {
    /// The customer's subscription in a state, to the named product if there is one.
    private func subscription(
        _ statuses: CustomerSubscription.Status...
    ) throws -> CustomerSubscription? {
        try store.subscriptions.all().first {
            statuses.contains($0.status) && isWanted($0.productID)
        }
    }

    /// The customer's subscription in a paid period; buys one if necessary.
    func subscribed() throws -> CustomerSubscription {
        if let present = try subscription(.subscribed) { return present }
        if let failed = try subscription(.inGracePeriod, .inBillingRetryPeriod) {
            let recovered = try recover(failed)
            // The customer may have chosen another product for the renewal.
            if isWanted(recovered.productID) { return recovered }
        }
        guard let product = products.first(where: { $0.subscription != nil }) else {
            throw unreachable(
                productID.map { "\"\($0)\" is not an auto-renewable subscription" }
                    ?? "the catalog has no auto-renewable subscription"
            )
        }
        return try subscribed(to: product)
    }

    /// The customer's subscription to a product; buys one if necessary, after ending another
    /// subscription in the group.
    @discardableResult
    func subscribed(to product: CatalogProduct) throws -> CustomerSubscription {
        var present = try store.subscriptions.all().first {
            $0.nextEventDate != nil && $0.groupID == product.subscription?.groupID
        }
        if let failed = present, failed.billingIssue != nil, failed.productID == product.id {
            present = try recover(failed)
        }
        if let present {
            // The customer may have chosen another product for the renewal.
            if present.productID == product.id { return present }
            try end(present)
        }
        let entry = try buy(product.id)
        guard let subscription = try store.subscriptions.subscription(of: entry.id) else {
            throw StoreError.noSubscription(productID: product.id)
        }
        return subscription
    }

    /// The customer's subscription with a failed renewal; fails a renewal if necessary.
    func failed() throws -> CustomerSubscription {
        try subscription(.inGracePeriod, .inBillingRetryPeriod) ?? failToRenew(withGrace: false)
    }

    /// The customer's subscription that has not ended.
    func active() throws -> CustomerSubscription {
        try subscription(.subscribed) ?? subscription(.inGracePeriod, .inBillingRetryPeriod)
            ?? subscribed()
    }
}

// Events of a subscription.
extension NotificationTrigger {
    /// Collects the payment for a failed renewal.
    @discardableResult
    func recover(_ subscription: CustomerSubscription) throws -> CustomerSubscription {
        try store.resolveIssue(subscription.entryID)
        return try store.subscriptions.subscription(of: subscription.id) ?? subscription
    }

    /// Ends a subscription now, as the customer chooses.
    func end(_ subscription: CustomerSubscription) throws {
        if subscription.billingIssue == nil {
            try store.subscriptions.forceExpiry(of: subscription.entryID)
        } else {
            try store.subscriptions.setAutoRenew(false, of: subscription.entryID)
        }
    }

    /// Ends a subscription now for a reason of the store.
    func expire(because reason: CustomerSubscription.ExpirationReason) throws {
        try store.subscriptions.forceExpiry(.entry(try subscribed().entryID), because: reason)
    }

    /// Renews a subscription now, by the settings as `adjust` changes them for this renewal.
    @discardableResult
    func renew(
        adjusting adjust: (inout StoreSettings) -> Void
    ) throws -> CustomerSubscription {
        let subscription = try subscribed()
        try store.subscriptions.forceRenewal(
            of: .entry(subscription.entryID),
            adjusting: adjust
        )
        return try store.subscriptions.subscription(of: subscription.id) ?? subscription
    }

    @discardableResult
    func failToRenew(withGrace: Bool) throws -> CustomerSubscription {
        guard try !withGrace || active().nextPlan != .monthly else {
            throw unreachable("a payment of a monthly plan has no grace period")
        }
        return try renew { settings in
            settings.failsRenewals = true
            settings.allowsGracePeriod = withGrace
        }
    }

    func endGracePeriod() throws {
        let failed = try subscription(.inGracePeriod) ?? failToRenew(withGrace: true)
        if let end = failed.billingIssue?.gracePeriodEnd { try store.time.advance(to: end) }
    }

    func endBillingRetry() throws {
        if let end = try failed().billingIssue?.retryEnd { try store.time.advance(to: end) }
    }

    func changeAutoRenew(to isEnabled: Bool) throws {
        let id = try subscribed().entryID
        try store.subscriptions.setAutoRenew(!isEnabled, of: id)
        try store.subscriptions.setAutoRenew(isEnabled, of: id)
    }
}

// Price increases, about one of which the customer is asked at a time.
extension NotificationTrigger {
    func askForConsent() throws {
        let subscription = try subscribed()
        if subscription.priceConsent == .pending {
            try store.subscriptions.consentToPriceIncrease(of: subscription.entryID)
        }
        try store.subscriptions.requestPriceIncreaseConsent(of: subscription.entryID)
    }

    /// Declines a price increase.
    ///
    /// One table of Apple's has no subtype for it; the store's own notification has one.
    func declineIncrease() throws {
        try askForConsent()
        try store.subscriptions.declinePriceIncrease(of: try subscribed().entryID)
        try report()
    }

    func consent() throws {
        let id = try subscribed().entryID
        try store.subscriptions.requestPriceIncreaseConsent(of: id)
        try store.subscriptions.consentToPriceIncrease(of: id)
    }

    func expireUnanswered() throws {
        let subscription = try subscribed()
        if subscription.priceConsent != .declined {
            // After a cancellation it would end for that reason.
            try store.subscriptions.setAutoRenew(true, of: subscription.entryID)
            try store.subscriptions.requestPriceIncreaseConsent(of: subscription.entryID)
        }
        // The increase takes effect at the end of a commitment.
        let end = subscription.commitment?.expirationDate ?? subscription.expirationDate
        try store.time.advance(to: end)
    }
}

// Extensions.
extension NotificationTrigger {
    func extendRenewal(of subscription: CustomerSubscription) throws {
        try store.subscriptions.extendRenewalDate(
            of: subscription.id,
            byDays: 1,
            reason: .undeclared,
            requestIdentifier: UUID().uuidString.lowercased()
        )
    }

    func extendRenewals(like subscription: CustomerSubscription) throws {
        try store.subscriptions.requestMassExtension(
            ofProduct: subscription.productID,
            byDays: 1,
            reason: .undeclared,
            requestIdentifier: UUID().uuidString.lowercased()
        )
        try store.subscriptions.performMassExtensions()
    }
}
