import Foundation
import StoreLedger
import StoreModel

extension Store.Subscriptions {
    /// The customer's subscriptions in the order of their first transactions, also those that
    /// ended.
    public func all() throws(StoreError) -> [CustomerSubscription] {
        try readSettled { try $0.allSubscriptions() }
    }

    /// The subscription that a transaction belongs to; `nil` without one.
    public func subscription(of entryID: Int64) throws(StoreError) -> CustomerSubscription? {
        try readSettled { reader in
            try reader.entry(entryID).flatMap { try reader.subscription($0.originalID) }
        }
    }

    /// Turns auto-renew on or off, as the customer does in the App Store's settings.
    ///
    /// Without auto-renew the subscription ends with its period, or immediately while the store
    /// tries to collect payment for a renewal.
    ///
    /// The `id` is that of any transaction of the subscription.
    public func setAutoRenew(_ isEnabled: Bool, of id: Int64) throws(StoreError) {
        try changeSubscription(of: id) { subscription, _, _ in
            subscription.isAutoRenewEnabled = isEnabled
            guard !isEnabled, subscription.billingIssue != nil else { return }
            subscription.end(because: .customerCancelled)
        }
    }

    /// Ends the current period of a subscription now and begins the next one.
    ///
    /// It turns on auto-renew and clears a price increase. If the settings make renewals fail, the
    /// renewal fails.
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
        try changeActiveSubscription(name) { subscription, writer, date in
            var settings = try writer.reader.settings(default: catalog.settings)
            adjust(&settings)
            let last = try writer.reader.lastPeriodStart(of: subscription.id)
            let end = RenewalRule.forcedEnd(at: date, after: last, settings: settings)
            try writer.endPeriod(of: &subscription, at: end)
            subscription.isAutoRenewEnabled = true
            subscription.priceConsent = nil
            try writer.save(subscription)
            try writer.settle(subscription, catalog: catalog, settings: settings)
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

    private func forceExpiry(_ name: SubscriptionName) throws(StoreError) {
        try changeActiveSubscription(name) { subscription, writer, date in
            let former = subscription
            try writer.endPeriod(of: &subscription, at: date)
            subscription.end(because: .customerCancelled)
            try writer.save(subscription, changedFrom: former, at: date)
            try writer.renewReceipt(at: date)
        }
    }

    /// Asks the customer to consent to a price increase; until then the subscription does not
    /// renew.
    ///
    /// The price itself is that of the catalog.
    public func requestPriceIncreaseConsent(of id: Int64) throws(StoreError) {
        try changeSubscription(of: id) { subscription, _, _ in
            subscription.priceConsent = .pending
        }
    }

    /// Consents to a price increase; the subscription renews.
    public func consentToPriceIncrease(of id: Int64) throws(StoreError) {
        try answerPriceIncrease(of: id) { $0.priceConsent = .agreed }
    }

    /// Declines a price increase, which also turns off auto-renew.
    public func declinePriceIncrease(of id: Int64) throws(StoreError) {
        try answerPriceIncrease(of: id) {
            $0.priceConsent = .declined
            $0.isAutoRenewEnabled = false
        }
    }

    private func answerPriceIncrease(
        of id: Int64,
        _ answer: (inout CustomerSubscription) -> Void
    ) throws(StoreError) {
        try changeSubscription(of: id) { subscription, _, _ in
            guard subscription.priceConsent == .pending else {
                let needs = "of a subscription that waits for consent to a price increase"
                throw StoreError.unsuitableEntry(id: id, needs: needs)
            }
            answer(&subscription)
        }
    }

    /// Changes a subscription that has not ended, by the `id` of one of its transactions.
    private func changeSubscription(
        of id: Int64,
        _ body: (inout CustomerSubscription, LedgerWriter, Date) throws -> Void
    ) throws(StoreError) {
        try change { writer, date in
            let entry = try writer.reader.requiredEntry(id)
            guard var subscription = try writer.reader.subscription(entry.originalID),
                subscription.nextEventDate != nil
            else {
                throw StoreError.unsuitableEntry(
                    id: id,
                    needs: "of a subscription that has not ended"
                )
            }
            let former = subscription
            try body(&subscription, writer, date)
            try writer.save(subscription, changedFrom: former, at: date)
        }
    }

    /// Changes a subscription that is in a paid period.
    private func changeActiveSubscription(
        _ name: SubscriptionName,
        _ body: (inout CustomerSubscription, LedgerWriter, Date) throws -> Void
    ) throws(StoreError) {
        try change { writer, date in
            var subscription = try writer.reader.activeSubscription(name)
            try body(&subscription, writer, date)
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
    fileprivate func activeSubscription(_ name: SubscriptionName) throws -> CustomerSubscription {
        switch name {
        case .product(let productID):
            guard let subscription = try subscription(toProduct: productID),
                subscription.status == .subscribed
            else { throw StoreError.noSubscription(productID: productID) }
            return subscription
        case .entry(let id):
            let entry = try requiredEntry(id)
            guard let subscription = try subscription(entry.originalID),
                subscription.status == .subscribed
            else { throw StoreError.unsuitableEntry(id: id, needs: "of an active subscription") }
            return subscription
        }
    }
}

// Changes of subscriptions by purchases.
extension LedgerWriter {
    /// Saves a subscription that changed within its period or at the end of it.
    func save(
        _ subscription: CustomerSubscription,
        changedFrom former: CustomerSubscription,
        at date: Date
    ) throws {
        try save(subscription)
        try recordBillingIssue(of: subscription, changedFrom: former, at: date)
        let events = NotificationRule.events(from: former, to: subscription)
        try notify(events, about: subscription, at: date)
        try notifyFamily(events, about: subscription, at: date)
    }

    /// Ends the current period of a subscription early, but not before its start.
    fileprivate func endPeriod(of subscription: inout CustomerSubscription, at date: Date) throws {
        var entry = try reader.presentPeriod(of: subscription)
        subscription.expirationDate = max(date, entry.purchaseDate)
        entry.expirationDate = subscription.expirationDate
        try update(entry)
        try updateAccess(to: entry, at: date)
    }

    /// Marks the current period as replaced by an upgrade, and refunds the rest of it.
    func replacePeriod(_ entry: LedgerEntry, at date: Date) throws {
        var replaced = entry
        replaced.isUpgraded = true
        replaced.upgradeDate = date
        replaced.amountRefunded = SubscriptionChangeRule.proratedRefund(of: entry, at: date)
        try update(replaced)
        try updateAccess(to: replaced, at: date)
    }

    /// Begins, or changes, the subscription that an entry paid for, and shares a purchase with the
    /// family.
    func applySubscription(
        _ outcome: PurchaseRule.Outcome,
        of entry: LedgerEntry,
        catalog: Catalog
    ) throws {
        let former = try reader.subscription(entry.originalID)
        let events = NotificationRule.events(of: outcome, entry, former: former)
        switch outcome {
        case .purchased(let terms, _, _):
            if var subscription = CustomerSubscription(startedBy: entry, terms) {
                subscription.continueService(of: former)
                try save(subscription)
                try recordBillingIssue(
                    of: subscription,
                    changedFrom: former,
                    at: entry.purchaseDate
                )
            }
            try notify(events, about: entry, at: entry.purchaseDate)
            try shareWithFamily(
                entry,
                after: former?.entryID,
                catalog: catalog,
                at: entry.purchaseDate
            )
        case .scheduled(let offers, _):
            guard var subscription = former else { return }
            subscription.changeRenewal(to: entry.productID, with: offers)
            try save(subscription)
            try notify(events, about: subscription, at: entry.purchaseDate)
        case .deferred, .failed:
            return
        }
    }

    /// Makes a subscription fit for its entries, after one of them was deleted.
    ///
    /// The newest remaining period becomes the current one, as if the deleted one had never been;
    /// but one that a refunded upgrade replaced does not return, since the rest of it was refunded.
    func rebuildSubscription(_ id: Int64, at date: Date) throws {
        guard var subscription = try reader.subscription(id) else { return }
        let periods = try reader.entries(withOriginal: id).filter { $0.state == .purchased }
        // In older ledgers, a period that was replaced immediately began with the one after it.
        let dates = periods.map { ($0.purchaseDate, $0.isUpgraded ? 0 : 1, $0.id) }
        guard var newest = zip(periods, dates).max(by: { $0.1 < $1.1 })?.0 else {
            return try deleteSubscription(id)
        }
        guard newest.id != subscription.entryID else { return }
        let former = subscription
        let revocationDate = newest.isUpgraded ? subscription.revocationDate : nil
        if revocationDate == nil {
            newest.isUpgraded = false
            newest.upgradeDate = nil
            if newest.revocationDate == nil { newest.amountRefunded = 0 }
            try update(newest)
            try updateAccess(to: newest, at: date)
        }
        subscription.reset(to: newest, at: date)
        subscription.revocationDate = revocationDate ?? subscription.revocationDate
        if subscription.revocationDate != nil { subscription.end(because: .unknown) }
        try save(subscription)
        try recordBillingIssue(of: subscription, changedFrom: former, at: date)
    }
}

extension CustomerSubscription {
    /// Makes the subscription of a first period; `nil` if the entry isn't a period of a
    /// subscription.
    fileprivate init?(startedBy entry: LedgerEntry, _ terms: PurchaseTerms) {
        guard let groupID = entry.subscriptionGroupID, let end = entry.expirationDate else {
            return nil
        }
        self.init(
            id: entry.originalID,
            customerID: entry.customerID,
            groupID: groupID,
            productID: entry.productID,
            entryID: entry.id,
            expirationDate: end,
            renewalProductID: entry.productID,
            isAutoRenewEnabled: true,
            renewalOffers: [
                RenewalOffer(
                    after: terms.offer,
                    terms.catalogOffer,
                    request: entry.requestedOffer
                ),
                terms.followingOffer,
            ].compactMap { $0 },
            startDate: entry.purchaseDate,
            anchor: BillingAnchor(after: terms, from: entry.purchaseDate, to: end)
        )
    }

    /// Takes another product, or offers, for the next renewal; the rest of an offer for the present
    /// product is kept for a customer who takes that back.
    fileprivate mutating func changeRenewal(
        to productID: String,
        with offers: [RenewalOffer]
    ) {
        let isPresentProduct = ByteExactString(productID) == ByteExactString(self.productID)
        suspendedOffers = isPresentProduct ? [] : presentOffers
        renewalProductID = productID
        renewalOffers = offers
        isAutoRenewEnabled = true
        priceConsent = nil
    }

    /// Gaps of less than this do not interrupt the service; in accelerated time they do not either.
    private static let longestGap: TimeInterval = 60 * 86_400

    /// Takes the start of the subscription before, unless the service was interrupted.
    fileprivate mutating func continueService(of former: CustomerSubscription?) {
        guard let former, startDate < former.expirationDate + Self.longestGap else { return }
        startDate = former.startDate
    }

    /// Makes a period of an entry the current one; a period that has ended ends the subscription.
    ///
    /// One that was ended at its start has, even if that is ahead of the clock.
    mutating func reset(to entry: LedgerEntry, at date: Date) {
        let end = entry.expirationDate ?? entry.purchaseDate
        productID = entry.productID
        renewalProductID = entry.productID
        entryID = entry.id
        expirationDate = end
        renewalOffers = []
        suspendedOffers = []
        billingIssue = nil
        priceConsent = nil
        revocationDate = entry.revocationDate
        expirationReason = nil
        anchor = BillingAnchor(after: entry, to: end)
        if end <= max(date, entry.purchaseDate) { self.end(because: .customerCancelled) }
    }
}
