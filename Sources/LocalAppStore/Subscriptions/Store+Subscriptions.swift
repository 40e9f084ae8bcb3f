import Foundation
import StoreLedger
import StoreModel

extension Store.Subscriptions {
    /// The customer's subscriptions in the order of their first transactions, also those that
    /// ended; none after the customer has signed out.
    public func all() throws(StoreError) -> [CustomerSubscription] {
        guard store.isSignedIn else { return [] }
        return try store.readSettled { try $0.allSubscriptions() }
    }

    /// The subscription that a transaction belongs to; `nil` without one.
    public func subscription(of entryID: Int64) throws(StoreError) -> CustomerSubscription? {
        try store.readSettled { reader in
            try reader.entry(entryID).flatMap { try reader.subscription($0.originalID) }
        }
    }

    /// Turns auto-renew on or off, as the customer does in the App Store's settings.
    ///
    /// Without auto-renew the subscription ends with its period, or immediately while the store
    /// tries to collect payment for a renewal. One with a commitment ends after its last payment.
    ///
    /// The `id` may identify any transaction of the subscription.
    public func setAutoRenew(_ isEnabled: Bool, of id: Int64) throws(StoreError) {
        try change(of: id) { $0.setAutoRenew(isEnabled, at: $1) }
    }

    /// Chooses the number of seats that renew, as the customer does in the App Store's settings.
    ///
    /// It is at most the present number, and can be changed again until the renewal; more seats are
    /// a purchase. The `id` may identify any transaction of the subscription.
    ///
    /// - Throws: `.unsuitableEntry` if the subscription has no seats, or not as many.
    public func setRenewalSeatCount(_ count: Int, of id: Int64) throws(StoreError) {
        try change(of: id) { try $0.setRenewalSeatCount(count, of: id, at: $1) }
    }

    /// The number of seats of the period of a transaction; 1 of the customer alone.
    ///
    /// Within a period, only a refund lowers it.
    public func seatCount(ofPeriod id: Int64) throws(StoreError) -> Int {
        try store.readSettled { reader in
            let entry = try reader.requiredEntry(id)
            return LedgerEntry.seatCount(ofPeriod: try reader.transactions(ofPeriodOf: entry))
        }
    }

    /// Ends the current period of a subscription now and begins the next one.
    ///
    /// It turns on auto-renew and clears a price increase, except within a commitment, which renews
    /// anyway. If the settings make renewals fail, the renewal fails.
    ///
    /// - Throws: `.noSubscription` if the customer has no active subscription to the product.
    public func forceRenewal(ofProduct productID: String) throws(StoreError) {
        try forceRenewal(of: .product(productID))
    }

    /// Ends the current period of a subscription now, by the `id` of any of its transactions, and
    /// begins the next one.
    ///
    /// - Throws: `.unsuitableEntry` if it isn't a transaction of an active subscription.
    public func forceRenewal(of id: Int64) throws(StoreError) {
        try forceRenewal(of: .entry(id))
    }

    /// Ends the current period of a subscription now, and begins the next one by the settings as
    /// `adjust` changes them for this renewal alone.
    func forceRenewal(
        of name: SubscriptionName,
        adjusting adjust: (inout StoreSettings) -> Void = { _ in }
    ) throws(StoreError) {
        try store.change { writer, date in
            var present = try writer.reader.activeSubscription(name)
            var settings = try writer.reader.settings(default: store.catalog.settings)
            adjust(&settings)
            let last = try writer.reader.lastPeriodStart(of: present.subscription.id)
            let end = RenewalRule.forcedEnd(at: date, after: last, settings: settings)
            try writer.apply(present.forceRenewal(at: end))
            try store.core.settle(present, settings: settings, in: writer)
        }
    }

    /// Ends a subscription now, as if the customer had turned off auto-renew.
    ///
    /// - Throws: `.noSubscription` if the customer has no active subscription to the product.
    public func forceExpiry(ofProduct productID: String) throws(StoreError) {
        try forceExpiry(.product(productID))
    }

    /// Ends a subscription now, by the `id` of any of its transactions, as if the customer had
    /// turned off auto-renew.
    ///
    /// - Throws: `.unsuitableEntry` if it isn't a transaction of an active subscription.
    public func forceExpiry(of id: Int64) throws(StoreError) {
        try forceExpiry(.entry(id))
    }

    /// Ends a subscription now for a reason.
    func forceExpiry(
        _ name: SubscriptionName,
        because reason: CustomerSubscription.ExpirationReason = .customerCancelled
    ) throws(StoreError) {
        try store.change { writer, date in
            let present = try writer.reader.activeSubscription(name)
            try writer.apply(present.forceExpiry(because: reason, at: date))
        }
    }

    /// Asks the customer to consent to a price increase; until then the subscription does not
    /// renew.
    ///
    /// The catalog has the new price.
    public func requestPriceIncreaseConsent(of id: Int64) throws(StoreError) {
        try change(of: id) { $0.requestConsent(at: $1) }
    }

    /// Consents to a price increase; the subscription renews.
    public func consentToPriceIncrease(of id: Int64) throws(StoreError) {
        try change(of: id) { try $0.answer(.agreed, of: id, at: $1) }
    }

    /// Declines a price increase, which also turns off auto-renew.
    package func declinePriceIncrease(of id: Int64) throws(StoreError) {
        try change(of: id) { try $0.answer(.declined, of: id, at: $1) }
    }

    /// Changes a subscription that has not ended, by the `id` of one of its transactions.
    private func change(
        of id: Int64,
        _ edits: (PresentPeriodRule, Date) throws -> [LedgerEdit]
    ) throws(StoreError) {
        try store.change { writer, date in
            let entry = try writer.reader.requiredEntry(id)
            guard let subscription = try writer.reader.subscription(entry.originalID),
                subscription.nextEventDate != nil
            else {
                throw StoreError.unsuitableEntry(
                    id: id,
                    needs: "of a subscription that has not ended"
                )
            }
            try writer.apply(try edits(try writer.reader.present(subscription), date))
        }
    }
}

/// The name of a customer's subscription.
enum SubscriptionName {
    /// Its product.
    case product(String)
    /// The `id` of any of its transactions.
    case entry(Int64)
}

extension LedgerReader {
    /// A subscription that is in a paid period.
    fileprivate func activeSubscription(_ name: SubscriptionName) throws -> PresentPeriodRule {
        let found: CustomerSubscription?
        let error: StoreError
        switch name {
        case .product(let productID):
            found = try subscription(toProduct: productID)
            error = .noSubscription(productID: productID)
        case .entry(let id):
            found = try subscription(try requiredEntry(id).originalID)
            error = .unsuitableEntry(id: id, needs: "of an active subscription")
        }
        guard let found, found.status == .subscribed else { throw error }
        return try present(found)
    }
}
