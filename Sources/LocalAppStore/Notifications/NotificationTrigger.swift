package import AppReceipt
import Foundation
import StoreLedger
import StoreModel

extension Store.Notifications {
    /// Causes a notification of a type by the shortest sequence of events that leads to it, and
    /// returns the recorded notifications, the wanted one last.
    ///
    /// The customer buys, renews, cancels and so on like any other, also by advancing the store's
    /// time. Existing purchases of the customer are used if they are suitable: after a failed
    /// renewal, `DID_RENEW.BILLING_RECOVERY` collects its payment, and after a request for a
    /// refund, `REFUND_DECLINED` declines that one. Recording of notifications is turned on. The
    /// notifications are those about the customer and those without a customer.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - subtype: The subtype; `nil` for the type without one.
    ///   - productID: The product that the customer is to buy; `nil` for any that fits.
    /// - Returns: The notifications.
    /// - Throws: `.unreachableNotification` if no event of this catalog and this customer leads
    ///   there, in which case nothing was bought.
    @discardableResult
    package func trigger(
        _ type: NotificationPayload.NotificationType,
        _ subtype: NotificationPayload.Subtype? = nil,
        product productID: String? = nil
    ) throws(StoreError) -> [NotificationRecord] {
        let event = NotificationEvent(type, subtype)
        let trigger = NotificationTrigger(store: store, event: event, productID: productID)
        try trigger.check()
        if try !settings.isRecording {
            try updateSettings { $0.isRecording = true }
        }
        let last = try read { try $0.lastNotificationID() }
        let customers = try trigger.run()
        let records = try history(after: last, limit: .max).filter { record in
            record.notification.customerID.map(customers.contains) ?? true
        }
        let isWanted = { (record: NotificationRecord) in
            record.notification.type == type && record.notification.subtype == subtype
        }
        guard let wanted = records.lastIndex(where: isWanted) else {
            throw trigger.unreachable("no event caused it")
        }
        return Array(records[...wanted])
    }

    /// The notifications that ``trigger(_:_:product:)`` supports, as in `EXPIRED.VOLUNTARY`.
    package static var triggers: [String] { NotificationTrigger.events.map(\.description) }
}

/// The events that lead to a notification.
struct NotificationTrigger {
    let store: Store
    let event: NotificationEvent
    let productID: String?

    /// The notifications that events of a store lead to.
    static let events: [NotificationEvent] = [
        .init(.oneTimeCharge),
        .init(.subscribed, .initialBuy), .init(.subscribed, .resubscribe),
        .init(.didRenew), .init(.didRenew, .billingRecovery),
        .init(.didFailToRenew), .init(.didFailToRenew, .gracePeriod),
        .init(.gracePeriodExpired),
        .init(.expired, .voluntary), .init(.expired, .billingRetry),
        .init(.expired, .priceIncrease),
        .init(.didChangeRenewalStatus, .autoRenewDisabled),
        .init(.didChangeRenewalStatus, .autoRenewEnabled),
        .init(.didChangeRenewalPref), .init(.didChangeRenewalPref, .upgrade),
        .init(.didChangeRenewalPref, .downgrade),
        .init(.offerRedeemed), .init(.offerRedeemed, .upgrade), .init(.offerRedeemed, .downgrade),
        .init(.priceIncrease, .pending), .init(.priceIncrease, .accepted),
        .init(.consumptionRequest), .init(.refund), .init(.refundDeclined), .init(.refundReversed),
        .init(.renewalExtended),
        .init(.renewalExtension, .summary), .init(.renewalExtension, .failure),
        .init(.revoke), .init(.test),
    ]

    /// Refuses notifications that no customer reaches, before any event.
    func check() throws(StoreError) {
        if let productID, store.catalog.product(withIdentifier: productID) == nil {
            throw .unknownProduct(id: productID)
        }
        guard !Self.events.contains(event) else { return }
        if event == NotificationEvent(.expired, .productNotForSale) {
            throw unreachable("it requires a .storekit file without the product")
        }
        let subtypes = Self.events.filter { $0.type == event.type }.map { $0.subtype?.rawValue }
        guard !subtypes.isEmpty else { throw unreachable("no event of this store causes it") }
        let names = subtypes.map { $0 ?? "none" }.joined(separator: ", ")
        throw unreachable("the subtypes of \(event.type.rawValue) are: \(names)")
    }

    /// Runs the events, and returns their customers.
    func run() throws(StoreError) -> Set<Customer.ID> {
        switch event.type {
        case .test: try requestTest()
        case .oneTimeCharge: try buyOnce()
        case .subscribed: try subscribe()
        case .didRenew: try renew()
        case .didFailToRenew: try failToRenew(withGrace: event.subtype == .gracePeriod)
        case .gracePeriodExpired: try endGracePeriod()
        case .expired: try expire()
        case .didChangeRenewalStatus: try changeRenewalStatus()
        case .didChangeRenewalPref, .offerRedeemed: try changeProduct()
        case .priceIncrease: try increasePrice()
        case .consumptionRequest, .refund, .refundDeclined, .refundReversed: try refund()
        case .renewalExtended, .renewalExtension: try extendRenewal()
        case .revoke: return [store.customerID, try revoke()]
        default: throw unreachable("no event of this store causes it")
        }
        return [store.customerID]
    }

    func unreachable(_ reason: String) -> StoreError {
        .unreachableNotification(event.description, reason: reason)
    }

    /// Makes a payment of the customer.
    @discardableResult
    func buy(_ request: PaymentRequest) throws(StoreError) -> LedgerEntry {
        let entry = try store.buy(request)
        guard entry.state != .deferred else {
            throw unreachable("transaction \(entry.id) waits for approval")
        }
        return entry
    }

    private func requestTest() throws(StoreError) {
        guard try store.notifications.requestTest() != nil else {
            throw unreachable("the notification settings have no address")
        }
    }

    private func buyOnce() throws(StoreError) {
        let owned = try store.entries().filter { entry in
            entry.kind == .nonConsumable && entry.state == .purchased
                && entry.revocationDate == nil && !entry.isFamilyShared
        }
        let products = store.catalog.products.filter { product in
            product.subscription == nil && (productID == nil || product.id == productID)
                && !owned.contains { $0.productID == product.id }
        }
        let consumable = products.first { $0.kind == .consumable }
        guard let product = consumable ?? products.first else {
            throw unreachable("it requires an unowned product that is not a subscription")
        }
        try buy(PaymentRequest(productID: product.id))
    }
}
