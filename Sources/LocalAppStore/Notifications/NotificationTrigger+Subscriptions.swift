import AppReceipt
import Foundation
import StoreModel

// The state of the customer.
extension NotificationTrigger {
    /// The customer's subscription in a state, to the named product if there is one.
    private func subscription(
        _ statuses: CustomerSubscription.Status...
    ) throws(StoreError) -> CustomerSubscription? {
        try store.subscriptions.all().first { subscription in
            statuses.contains(subscription.status)
                && (productID == nil || subscription.productID == productID)
        }
    }

    /// The customer's subscription in a paid period, which is bought unless there is one.
    func subscription() throws(StoreError) -> CustomerSubscription {
        if let present = try subscription(.subscribed) { return present }
        if let failed = try subscription(.inGracePeriod, .inBillingRetryPeriod) {
            let recovered = try recover(failed)
            // The customer may have chosen another product for the renewal.
            if productID == nil || recovered.productID == productID { return recovered }
        }
        guard let product = subscriptionProducts.first else {
            throw unreachable(
                productID.map { "\"\($0)\" is not an auto-renewable subscription" }
                    ?? "the catalog has no auto-renewable subscription"
            )
        }
        return try subscription(to: product)
    }

    /// The customer's subscription to a product, which is bought unless there is one; another of
    /// its group ends before.
    func subscription(
        to product: CatalogProduct
    ) throws(StoreError) -> CustomerSubscription {
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
        let entry = try buy(PaymentRequest(productID: product.id))
        guard let subscription = try store.subscriptions.subscription(of: entry.id) else {
            throw .noSubscription(productID: product.id)
        }
        return subscription
    }

    /// The subscriptions of the catalog that the customer may buy.
    private var subscriptionProducts: [CatalogProduct] {
        store.catalog.products.filter { product in
            product.subscription != nil && (productID == nil || product.id == productID)
        }
    }

    /// The customer's subscription whose renewal failed, which is arranged unless there is one.
    func failedSubscription() throws(StoreError) -> CustomerSubscription {
        if let failed = try subscription(.inGracePeriod, .inBillingRetryPeriod) { return failed }
        return try failToRenew(withGrace: false)
    }

    /// Collects the payment for a failed renewal.
    private func recover(
        _ subscription: CustomerSubscription
    ) throws(StoreError) -> CustomerSubscription {
        try store.resolveIssue(subscription.entryID)
        return try store.subscriptions.subscription(of: subscription.id) ?? subscription
    }

    /// Ends a subscription now, as the customer chooses.
    private func end(_ subscription: CustomerSubscription) throws(StoreError) {
        if subscription.billingIssue == nil {
            try store.subscriptions.forceExpiry(of: subscription.entryID)
        } else {
            try store.subscriptions.setAutoRenew(false, of: subscription.entryID)
        }
    }
}

// Events of a subscription.
extension NotificationTrigger {
    func subscribe() throws(StoreError) {
        guard event.subtype == .initialBuy else { return try resubscribe() }
        let groups = Set(try store.subscriptions.all().map(\.groupID))
        let product = subscriptionProducts.first { product in
            product.subscription.map { !groups.contains($0.groupID) } == true
        }
        guard let product else {
            throw unreachable(
                "it requires a subscription in a group in which the customer never subscribed"
            )
        }
        try buy(PaymentRequest(productID: product.id))
    }

    private func resubscribe() throws(StoreError) {
        let products = subscriptionProducts
        let subscriptions = try store.subscriptions.all().filter { subscription in
            products.contains { $0.subscription?.groupID == subscription.groupID }
        }
        let active = subscriptions.first { $0.nextEventDate != nil }
        let ended = subscriptions.first { $0.status == .expired }
        let former: CustomerSubscription
        if let ended, active?.groupID != ended.groupID {
            former = ended
        } else {
            former = if let active { active } else { try subscription() }
            try end(former)
        }
        let product =
            products.first { $0.id == former.productID }
            ?? products.first { $0.subscription?.groupID == former.groupID }
        try buy(PaymentRequest(productID: product?.id ?? former.productID))
    }

    func renew() throws(StoreError) {
        if event.subtype == .billingRecovery {
            try store.resolveIssue(try failedSubscription().entryID)
        } else {
            let subscription = try subscription()
            try store.subscriptions.forceRenewal(of: .entry(subscription.entryID)) {
                $0.failsRenewals = false
            }
        }
    }

    /// Makes a renewal fail.
    @discardableResult
    func failToRenew(withGrace: Bool) throws(StoreError) -> CustomerSubscription {
        let subscription = try subscription()
        try store.subscriptions.forceRenewal(of: .entry(subscription.entryID)) { settings in
            settings.failsRenewals = true
            settings.allowsGracePeriod = withGrace
        }
        return try store.subscriptions.subscription(of: subscription.id) ?? subscription
    }

    func endGracePeriod() throws(StoreError) {
        let present = try subscription(.inGracePeriod)
        let failed = if let present { present } else { try failToRenew(withGrace: true) }
        if let end = failed.billingIssue?.gracePeriodEnd { try store.time.advance(to: end) }
    }

    func expire() throws(StoreError) {
        switch event.subtype {
        case .billingRetry:
            let issue = try failedSubscription().billingIssue
            if let end = issue?.retryEnd { try store.time.advance(to: end) }
        case .priceIncrease:
            let subscription = try subscription()
            if subscription.priceConsent == nil || subscription.priceConsent == .agreed {
                try store.subscriptions.requestPriceIncreaseConsent(of: subscription.entryID)
            }
            try store.time.advance(to: subscription.expirationDate)
        default:
            let failed = try subscription(.inGracePeriod, .inBillingRetryPeriod)
            if let active = try subscription(.subscribed) ?? failed {
                try end(active)
            } else {
                try end(try subscription())
            }
        }
    }

    func changeRenewalStatus() throws(StoreError) {
        let subscription = try subscription()
        let isEnabled = event.subtype == .autoRenewEnabled
        if subscription.isAutoRenewEnabled == isEnabled {
            try store.subscriptions.setAutoRenew(!isEnabled, of: subscription.entryID)
        }
        try store.subscriptions.setAutoRenew(isEnabled, of: subscription.entryID)
    }

    func increasePrice() throws(StoreError) {
        let subscription = try subscription()
        let id = subscription.entryID
        let isPending = subscription.priceConsent == .pending
        if event.subtype == .accepted {
            if !isPending { try store.subscriptions.requestPriceIncreaseConsent(of: id) }
            try store.subscriptions.consentToPriceIncrease(of: id)
        } else {
            // The customer is asked about one increase at a time.
            if isPending { try store.subscriptions.consentToPriceIncrease(of: id) }
            try store.subscriptions.requestPriceIncreaseConsent(of: id)
        }
    }
}
