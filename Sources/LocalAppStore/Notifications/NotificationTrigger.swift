public import AppReceipt
import Foundation

extension Store {
    /// Brings the store to a notification of a type, by the shortest sequence of events that really
    /// leads there, and returns what was recorded on the way, the wanted one last.
    ///
    /// The customer buys, renews, cancels and so on as anybody would, also by advancing the store's
    /// time. What the customer has is used where it fits. Recording of notifications is turned on.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - subtype: The subtype; `nil` for the type without one.
    ///   - productID: The product that the customer is to buy; `nil` for any that fits.
    /// - Returns: The notifications.
    /// - Throws: `.unreachableNotification` if no event of this catalog and this customer leads
    ///   there; what was done until then stays.
    @discardableResult
    public func trigger(
        _ type: NotificationPayload.NotificationType,
        _ subtype: NotificationPayload.Subtype? = nil,
        product productID: String? = nil
    ) throws(Store.Error) -> [NotificationRecord] {
        if try !notificationSettings.isRecording {
            try updateNotificationSettings { $0.isRecording = true }
        }
        let last = try read { try $0.lastNotificationID() }
        let event = NotificationEvent(type, subtype)
        try NotificationTrigger(store: self, event: event, productID: productID).run()
        let records = try notificationHistory(after: last, limit: .max)
        let isWanted = { (record: NotificationRecord) in
            record.notification.type == type && record.notification.subtype == subtype
        }
        guard let wanted = records.lastIndex(where: isWanted) else {
            throw Error.unreachableNotification(
                event.description,
                reason: "nothing that happened caused it"
            )
        }
        return Array(records[...wanted])
    }
}

/// The events that lead to a notification.
struct NotificationTrigger {
    let store: Store
    let event: NotificationEvent
    let productID: String?

    func run() throws(Store.Error) {
        switch event.type {
        case .test: try requestTest()
        case .oneTimeCharge: try store.buy(PaymentRequest(productID: try oneTimeProduct()))
        case .subscribed: try subscribe()
        case .didRenew: try renew()
        case .didFailToRenew: try failToRenew(withGrace: event.subtype == .gracePeriod)
        case .gracePeriodExpired: try endGracePeriod()
        case .expired: try expire()
        case .didChangeRenewalStatus: try changeRenewalStatus()
        case .didChangeRenewalPref: try changeProduct { PaymentRequest(productID: $0.id) }
        case .offerRedeemed: try redeem()
        case .priceIncrease: try increasePrice()
        case .consumptionRequest, .refund, .refundDeclined, .refundReversed: try refund()
        case .renewalExtended, .renewalExtension: try extendRenewal()
        case .revoke: try revoke()
        default: throw unreachable("no event of this store causes it")
        }
    }

    func unreachable(_ reason: String) -> Store.Error {
        .unreachableNotification(event.description, reason: reason)
    }

    private func requestTest() throws(Store.Error) {
        guard try store.requestTestNotification() != nil else {
            throw unreachable("the notification settings have no address")
        }
    }

    private func oneTimeProduct() throws(Store.Error) -> String {
        if let productID { return productID }
        let products = store.catalog.products.filter { $0.subscription == nil }
        let consumable = products.first { $0.kind == .consumable }
        guard let product = consumable ?? products.first else {
            throw unreachable("the catalog has no product that does not renew")
        }
        return product.id
    }
}

// Subscriptions.
extension NotificationTrigger {
    /// The customer's active subscription, which is bought unless there is one.
    @discardableResult
    func subscription() throws(Store.Error) -> CustomerSubscription {
        let present = try store.subscriptions().first {
            $0.status == .subscribed && (productID == nil || $0.productID == productID)
        }
        if let present { return present }
        let product = productID ?? subscriptionProducts.first?.id
        guard let product else { throw unreachable("the catalog has no subscription") }
        let entry = try store.buy(PaymentRequest(productID: product))
        guard let subscription = try store.subscription(of: entry.id) else {
            throw unreachable("\"\(product)\" is not a subscription, or has yet to be approved")
        }
        return subscription
    }

    var subscriptionProducts: [CatalogProduct] {
        store.catalog.products.filter { $0.subscription != nil }
    }

    private func subscribe() throws(Store.Error) {
        let former = try store.subscriptions()
        if event.subtype == .resubscribe {
            let ended = former.first { $0.nextEventDate == nil }?.productID
            let product = if let ended { ended } else { try expired().productID }
            try store.buy(PaymentRequest(productID: productID ?? product))
            return
        }
        let groups = Set(former.map(\.groupID))
        let product = subscriptionProducts.first { product in
            product.subscription.map { !groups.contains($0.groupID) } == true
                && (productID == nil || product.id == productID)
        }
        guard let product else {
            throw unreachable("the customer has subscribed before; act for another customer")
        }
        try store.buy(PaymentRequest(productID: product.id))
    }

    private func expired() throws(Store.Error) -> CustomerSubscription {
        let subscription = try subscription()
        try store.expireSubscription(toProduct: subscription.productID)
        return subscription
    }

    private func renew() throws(Store.Error) {
        guard event.subtype == .billingRecovery else {
            try withSettings({ $0.failsRenewals = false }) { () throws(Store.Error) in
                try store.forceRenewal(ofProduct: try subscription().productID)
            }
            return
        }
        try store.resolveIssue(try failToRenew(withGrace: false).entryID)
    }

    /// Lets a renewal fail.
    @discardableResult
    private func failToRenew(withGrace: Bool) throws(Store.Error) -> CustomerSubscription {
        let subscription = try subscription()
        try withSettings({ settings in
            settings.failsRenewals = true
            settings.allowsGracePeriod = withGrace
        }) { () throws(Store.Error) in
            try store.forceRenewal(ofProduct: subscription.productID)
        }
        return try store.subscription(of: subscription.id) ?? subscription
    }

    private func endGracePeriod() throws(Store.Error) {
        let issue = try failToRenew(withGrace: true).billingIssue
        if let end = issue?.gracePeriodEnd { try store.advanceTime(to: end) }
    }

    private func expire() throws(Store.Error) {
        switch event.subtype {
        case .voluntary: _ = try expired()
        case .billingRetry:
            let issue = try failToRenew(withGrace: false).billingIssue
            if let end = issue?.retryEnd { try store.advanceTime(to: end) }
        case .priceIncrease:
            let subscription = try subscription()
            try store.requestPriceIncreaseConsent(of: subscription.entryID)
            try store.advanceTime(to: subscription.expirationDate)
        default:
            throw unreachable("it takes a .storekit file without the product")
        }
    }

    private func changeRenewalStatus() throws(Store.Error) {
        let subscription = try subscription()
        let isEnabled = event.subtype == .autoRenewEnabled
        if subscription.isAutoRenewEnabled == isEnabled {
            try store.setAutoRenew(!isEnabled, of: subscription.entryID)
        }
        try store.setAutoRenew(isEnabled, of: subscription.entryID)
    }

    private func increasePrice() throws(Store.Error) {
        let id = try subscription().entryID
        try store.requestPriceIncreaseConsent(of: id)
        if event.subtype == .accepted { try store.consentToPriceIncrease(of: id) }
    }

    /// Changes settings while something happens.
    private func withSettings(
        _ change: (inout StoreSettings) -> Void,
        _ body: () throws(Store.Error) -> Void
    ) throws(Store.Error) {
        let former = try store.settings
        try store.updateSettings(change)
        let result = Result { () throws(Store.Error) in try body() }
        try store.updateSettings {
            $0.failsRenewals = former.failsRenewals
            $0.allowsGracePeriod = former.allowsGracePeriod
        }
        try result.get()
    }
}
