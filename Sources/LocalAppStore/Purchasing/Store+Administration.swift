import AppReceipt
import Foundation
import StoreLedger
import StoreModel

// What the customer's family and the App Store's support do to purchases.
extension Store {
    /// Approves a deferred purchase; it is decided and charged now.
    @discardableResult
    public func approve(_ id: Int64) throws(StoreError) -> LedgerEntry {
        try change { writer, date in
            var entry = try writer.deferredEntry(id)
            let request = PaymentRequest(resuming: entry, token: entry.paymentToken)
            let rule = try self.rule(
                for: request,
                signature: .init(resuming: request, key: catalog.promotionalOfferKey),
                at: date,
                in: writer.reader
            )
            let outcome = rule.outcome(isConfirmed: true, after: .approval)
            try writer.applyEffects(of: outcome, at: date)
            entry.record(outcome, settings: rule.settings, at: date)
            try writer.update(entry)
            try writer.applySubscription(outcome, of: entry, catalog: catalog)
            return entry
        }
    }

    /// Declines a deferred purchase; it fails with `.paymentCancelled`.
    @discardableResult
    public func decline(_ id: Int64) throws(StoreError) -> LedgerEntry {
        try change { writer, date in
            var entry = try writer.deferredEntry(id)
            let settings = try writer.reader.settings(default: catalog.settings)
            let outcome = PurchaseRule.Outcome.failed(
                .paymentCancelled,
                because: "The purchase waited for approval and was declined."
            )
            entry.record(outcome, settings: settings, at: date)
            try writer.update(entry)
            return entry
        }
    }

    /// Resolves an issue: of an interrupted purchase, or of a subscription's failed renewal.
    ///
    /// The purchase or the renewal is made now, as a new entry, which is returned. During a grace
    /// period the renewal has the date on which it failed; after it, it has the present date.
    @discardableResult
    public func resolveIssue(_ id: Int64) throws(StoreError) -> LedgerEntry {
        try change { writer, date in
            guard var entry = try writer.reader.entry(id) else {
                throw StoreError.unknownEntry(id: id)
            }
            guard entry.hasIssue else {
                return try recoverSubscription(of: entry, at: date, in: writer)
            }
            entry.hasIssue = false
            try writer.update(entry)
            let request = PaymentRequest(resuming: entry, token: UUID())
            return try sell(
                request,
                isConfirmed: true,
                after: .resolution,
                signature: .init(resuming: request, key: catalog.promotionalOfferKey),
                at: date,
                in: writer
            )
        }
    }

    /// Collects the payment for a failed renewal.
    private func recoverSubscription(
        of entry: LedgerEntry,
        at date: Date,
        in writer: LedgerWriter
    ) throws -> LedgerEntry {
        guard let subscription = try writer.reader.subscription(entry.originalID),
            subscription.billingIssue != nil
        else { throw StoreError.unsuitableEntry(id: entry.id, needs: "interrupted by an issue") }
        let settings = try writer.reader.settings(default: catalog.settings)
        let product = catalog.product(withIdentifier: subscription.renewalProductID)
        let rule = RenewalRule(subscription: subscription, product: product, settings: settings)
        guard let period = rule.recoveryPeriod(at: date) else {
            throw StoreError.unknownProduct(id: subscription.renewalProductID)
        }
        return try writer.renew(
            subscription,
            for: period,
            catalog: catalog,
            settings: settings,
            at: date
        ).entry
    }
}

extension Store.Refunds {
    /// Refunds a purchase in full; of a non-consumable, all entries for it.
    ///
    /// The revocation is delivered to the app, except for a consumable. A refund of a
    /// subscription's present period ends the subscription. If it was an upgrade, the subscription
    /// that it replaced does not return, because the rest of that one was refunded before.
    @discardableResult
    public func refund(
        _ id: Int64,
        reason: LedgerEntry.RevocationReason = .other
    ) throws(StoreError) -> LedgerEntry {
        try change { writer, date in try writer.refund(id, because: reason, at: date) }
    }
}

extension Store {
    /// Deletes an entry, with all entries whose original transaction it is, and what was recorded
    /// to notify the app's server of them.
    ///
    /// The period of a subscription before a deleted one becomes the present one.
    public func delete(_ id: Int64) throws(StoreError) {
        try change { writer, date in
            guard let entry = try writer.reader.entry(id) else {
                throw StoreError.unknownEntry(id: id)
            }
            let children = try writer.reader.entries(withOriginal: id).map(\.id)
            for id in Set(children + [id]) {
                try writer.delete(id)
                try writer.deleteNotifications(aboutEntry: id)
                try writer.deleteAccess(to: id, at: date)
            }
            try writer.rebuildSubscription(entry.originalID, at: date)
            try writer.renewReceipt(at: date)
        }
        core.removeUnusedContent()
    }

    /// Deletes all entries of the customer, also those by which a family has them; the settings
    /// and the time stay, the receipt becomes empty, and no `id` is used again.
    ///
    /// Notifications of them are deleted, too, whether or not they were sent.
    public func clear() throws(StoreError) {
        try change { writer, date in try writer.clear(at: date) }
        core.removeUnusedContent()
    }

    /// Deletes the transactions and the notifications of all customers, at once; the customers, the
    /// time and the environment stay, and the settings unless `resetsSettings`.
    package func clearAllCustomers(resettingSettings resetsSettings: Bool) throws(StoreError) {
        try change { writer, date in
            for customer in try writer.reader.allCustomers() {
                try writer.acting(for: customer.id).clear(at: date)
            }
            try writer.deleteAllNotifications()
            guard resetsSettings else { return }
            let settings = try writer.reader.receiptSettings().reset
            try writer.resetSettings(withReceipts: settings, at: date)
        }
        core.version.renew()
        core.removeUnusedContent()
    }
}

extension LedgerWriter {
    /// Refunds a purchase in full, which approves a request for that.
    @discardableResult
    func refund(
        _ id: Int64,
        because reason: LedgerEntry.RevocationReason,
        at date: Date
    ) throws -> LedgerEntry {
        let entry = try reader.refundableEntry(id)
        for entry in try reader.refunded(with: entry) {
            try update(entry.revoked(at: date, because: reason))
            try revokeAccess(to: entry, at: date)
            try closeRefundRequest(ofEntry: entry.id, .approved, at: date)
        }
        try revokeSubscription(of: entry, at: date)
        try renewReceipt(at: date)
        let revoked = entry.revoked(at: date, because: reason)
        try notify(NotificationEvent(.refund), about: revoked, at: date)
        return revoked
    }

    /// Deletes everything that the customer has.
    fileprivate func clear(at date: Date) throws {
        for entry in try reader.allEntries() { try deleteAccess(to: entry.id, at: date) }
        try deleteAll()
        try deleteNotificationsOfCustomer()
        try renewReceipt(at: date)
    }

    /// Ends the subscription whose present period was revoked.
    fileprivate func revokeSubscription(of entry: LedgerEntry, at date: Date) throws {
        guard var subscription = try reader.subscription(entry.originalID),
            subscription.entryID == entry.id
        else { return }
        let former = subscription
        subscription.revocationDate = date
        subscription.end(because: .unknown)
        try save(subscription)
        try recordBillingIssue(of: subscription, changedFrom: former, at: date)
    }

    fileprivate func deferredEntry(_ id: Int64) throws -> LedgerEntry {
        guard let entry = try reader.entry(id) else { throw StoreError.unknownEntry(id: id) }
        guard entry.state == .deferred else {
            throw StoreError.unsuitableEntry(id: id, needs: "waiting for approval")
        }
        return entry
    }
}

extension LedgerReader {
    /// A purchase that can be refunded.
    func refundableEntry(_ id: Int64) throws -> LedgerEntry {
        guard let entry = try entry(id) else { throw StoreError.unknownEntry(id: id) }
        guard entry.state == .purchased, entry.revocationDate == nil, !entry.isFamilyShared else {
            let needs = "a purchase that can be refunded"
            throw StoreError.unsuitableEntry(id: id, needs: needs)
        }
        return entry
    }

    fileprivate func refunded(with entry: LedgerEntry) throws -> [LedgerEntry] {
        guard entry.kind == .nonConsumable else { return [entry] }
        return try entries(withOriginal: entry.originalID)
            .filter { $0.state == .purchased && $0.revocationDate == nil }
    }
}

extension LedgerEntry {
    fileprivate func revoked(at date: Date, because reason: RevocationReason) -> LedgerEntry {
        var revoked = self
        revoked.revocationDate = date
        revoked.revocationReason = reason
        revoked.amountRefunded = amountCharged
        revoked.isRevocationUndelivered = kind != .consumable
        return revoked
    }
}
