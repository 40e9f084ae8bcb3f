import AppReceipt
package import Foundation
import StoreLedger
package import StoreModel

extension Store.Notifications {
    /// Causes a notification by the shortest sequence of events that leads to it, and returns the
    /// recorded notifications, the wanted one last.
    ///
    /// The customer buys, renews, cancels and so on like any other, also by advancing the store's
    /// time. Existing purchases of the customer are used if they are suitable: after a failed
    /// renewal, `DID_RENEW.BILLING_RECOVERY` collects its payment, and after a request for a
    /// refund, `REFUND_DECLINED` declines that one. Events outside of the store, such as
    /// `METADATA_UPDATE`, are recorded without a change of the purchase. Recording of notifications
    /// is turned on. The notifications are those about the customer and those without a customer.
    ///
    /// - Parameters:
    ///   - event: The type and the subtype.
    ///   - productID: The product that the customer is to buy; `nil` for any that fits.
    ///   - seatClaims: The claims of `UNCLAIM_SEATS`; a new one if they are empty.
    /// - Returns: The notifications.
    /// - Throws: `.unreachableNotification` if no event of this catalog and this customer leads
    ///   there, in which case nothing was bought.
    @discardableResult
    package func trigger(
        _ event: NotificationEvent,
        product productID: String? = nil,
        seatClaims: [UUID] = []
    ) throws(StoreError) -> [NotificationRecord] {
        var trigger = NotificationTrigger(
            store: store,
            event: event,
            productID: productID,
            seatClaims: seatClaims,
            customers: [store.customerID]
        )
        let steps = try trigger.steps()
        if try !settings.isRecording {
            try updateSettings { $0.isRecording = true }
        }
        let last = try store.read { try $0.lastNotificationID() }
        do {
            try steps(&trigger)
        } catch {
            throw StoreError(error, at: store.location)
        }
        let records = try history(after: last, limit: .max).filter { record in
            record.notification.customerID.map(trigger.customers.contains) ?? true
        }
        let wanted = records.map(\.notification).lastIndex {
            NotificationEvent($0.type, $0.subtype) == event
        }
        guard let wanted else {
            throw trigger.unreachable("no event caused it")
        }
        return Array(records[...wanted])
    }

    /// All notifications of the App Store.
    package static let events = NotificationTrigger.table.map(\.event)
}

/// The events that lead to a notification.
struct NotificationTrigger {
    let store: Store
    let event: NotificationEvent
    let productID: String?
    let seatClaims: [UUID]
    /// The customers that the events concern.
    var customers: Set<Customer.ID>

    typealias Steps = @Sendable (inout NotificationTrigger) throws -> Void

    /// The notifications of the App Store, with the steps that lead to them.
    ///
    /// Source: Apple's documentation of `notificationType` and `subtype`. That the numbers of seats
    /// are subtypes of `DID_CHANGE_RENEWAL_PREF` is inference.
    static let table: [(event: NotificationEvent, steps: Steps)] = [
        (.init(.oneTimeCharge), { try $0.buyOnce() }),
        (.init(.subscribed, .initialBuy), { try $0.subscribeFirst() }),
        (.init(.subscribed, .resubscribe), { try $0.resubscribe() }),
        (.init(.didRenew), { try $0.renew { $0.failsRenewals = false } }),
        (.init(.didRenew, .billingRecovery), { try $0.recover(try $0.failed()) }),
        (.init(.didFailToRenew), { try $0.failToRenew(withGrace: false) }),
        (.init(.didFailToRenew, .gracePeriod), { try $0.failToRenew(withGrace: true) }),
        (.init(.gracePeriodExpired), { try $0.endGracePeriod() }),
        (.init(.expired), { try $0.expire(because: .unknown) }),
        (.init(.expired, .voluntary), { try $0.end(try $0.active()) }),
        (.init(.expired, .billingRetry), { try $0.endBillingRetry() }),
        (.init(.expired, .priceIncrease), { try $0.expireUnanswered() }),
        (.init(.expired, .productNotForSale), { try $0.expire(because: .productUnavailable) }),
        (.init(.didChangeRenewalStatus), { try $0.declineIncrease() }),
        (.init(.didChangeRenewalStatus, .autoRenewDisabled), { try $0.changeAutoRenew(to: false) }),
        (.init(.didChangeRenewalStatus, .autoRenewEnabled), { try $0.changeAutoRenew(to: true) }),
        (.init(.didChangeRenewalPref), { try $0.takeBackDowngrade() }),
        (.init(.didChangeRenewalPref, .upgrade), { try $0.changeProduct(isDowngrade: false) }),
        (.init(.didChangeRenewalPref, .downgrade), { try $0.changeProduct(isDowngrade: true) }),
        (.init(.didChangeRenewalPref, .increaseQuantity), { try $0.addSeat() }),
        (.init(.didChangeRenewalPref, .decreaseQuantity), { try $0.chooseFewerSeats() }),
        (.init(.offerRedeemed), { try $0.redeem() }),
        (.init(.offerRedeemed, .upgrade), { try $0.changeProduct(isDowngrade: false) }),
        (.init(.offerRedeemed, .downgrade), { try $0.changeProduct(isDowngrade: true) }),
        (.init(.priceIncrease, .pending), { try $0.askForConsent() }),
        (.init(.priceIncrease, .accepted), { try $0.consent() }),
        (.init(.priceChange), { try $0.report() }),
        (.init(.metadataUpdate), { try $0.report() }),
        (.init(.migration), { try $0.report() }),
        (.init(.consumptionRequest), { try $0.askForConsumption() }),
        (.init(.refund), { try $0.refund() }),
        (.init(.refund, .seats), { try $0.refundSeat() }),
        (.init(.refundDeclined), { try $0.declineRefund() }),
        (.init(.refundReversed), { try $0.reverseRefund() }),
        (.init(.renewalExtended), { try $0.extendRenewal(of: try $0.subscribed()) }),
        (.init(.renewalExtension, .summary), { try $0.extendRenewals(like: try $0.subscribed()) }),
        // A subscription that the store tries to collect payment for cannot be extended.
        (.init(.renewalExtension, .failure), { try $0.extendRenewals(like: try $0.failed()) }),
        (.init(.revoke), { try $0.revoke() }),
        (.init(.externalPurchaseToken, .unreported), { try $0.reportToken() }),
        (.init(.externalPurchaseToken, .created), { try $0.createToken() }),
        (.init(.externalPurchaseToken, .activeTokenReminder), { try $0.remindOfToken() }),
        (.init(.rescindConsent), { try $0.rescindConsent() }),
        (.init(.unclaimSeats), { try $0.unclaimSeats() }),
        (.init(.test), { try $0.requestTest() }),
    ]

    /// Returns the steps; refuses notifications that no customer reaches.
    func steps() throws(StoreError) -> Steps {
        if let productID, store.catalog.product(withIdentifier: productID) == nil {
            throw .unknownProduct(id: productID)
        }
        guard seatClaims.isEmpty || event.type == .unclaimSeats else {
            throw unreachable("only UNCLAIM_SEATS has seat claims")
        }
        if let row = Self.table.first(where: { $0.event == event }) { return row.steps }
        let events = Self.table.map(\.event).filter { $0.type == event.type }
        guard !events.isEmpty else { throw unreachable("the type is unknown") }
        let names = events.map { $0.subtype?.rawValue ?? "none" }.joined(separator: ", ")
        throw unreachable("the subtypes of \(event.type.rawValue) are: \(names)")
    }

    func unreachable(_ reason: String) -> StoreError {
        .unreachableNotification(event.description, reason: reason)
    }

    private func requestTest() throws(StoreError) {
        guard try store.notifications.requestTest() != nil else {
            throw unreachable("the notification settings have no address")
        }
    }
}
