import Foundation

// What the customer's family and the App Store's support do to purchases.
extension Store {
    /// Approves a deferred purchase; it is decided and charged now.
    @discardableResult
    public func approve(_ id: Int64) throws(Store.Error) -> LedgerEntry {
        try change { writer in
            var entry = try writer.deferredEntry(id)
            let request = PaymentRequest(resuming: entry, token: entry.paymentToken)
            let rule = try self.rule(for: request, in: writer.reader)
            let outcome = rule.outcome(isConfirmed: true, after: .approval)
            try writer.applyEffects(of: outcome, at: rule.date)
            entry.record(outcome, settings: rule.settings, at: rule.date)
            try writer.update(entry)
            return entry
        }
    }

    /// Declines a deferred purchase; it fails with `.paymentCancelled`.
    @discardableResult
    public func decline(_ id: Int64) throws(Store.Error) -> LedgerEntry {
        let date = clock.now
        return try change { writer in
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

    /// Resolves the issue that interrupted a purchase; the purchase is made now, as a new entry.
    @discardableResult
    public func resolveIssue(_ id: Int64) throws(Store.Error) -> LedgerEntry {
        try change { writer in
            guard var entry = try writer.reader.entry(id) else { throw Error.unknownEntry(id: id) }
            guard entry.hasIssue else {
                throw Error.unsuitableEntry(id: id, needs: "interrupted by an issue")
            }
            entry.hasIssue = false
            try writer.update(entry)
            let request = PaymentRequest(resuming: entry, token: UUID())
            return try sell(request, isConfirmed: true, after: .resolution, in: writer)
        }
    }

    /// Refunds a purchase; of a non-consumable, all entries for it.
    ///
    /// The revocation is delivered to the app, except for a consumable. A subscription that the
    /// refunded one replaced continues as before. In this the store differs from the App Store,
    /// which refunds the rest of the older period when the newer one is bought; this store charges
    /// both in full.
    @discardableResult
    public func refund(_ id: Int64) throws(Store.Error) -> LedgerEntry {
        let date = clock.now
        return try change { writer in
            guard let entry = try writer.reader.entry(id) else { throw Error.unknownEntry(id: id) }
            guard entry.state == .purchased, entry.revocationDate == nil else {
                throw Error.unsuitableEntry(id: id, needs: "a purchase that can be refunded")
            }
            for entry in try writer.reader.refunded(with: entry) {
                try writer.update(entry.revoked(at: date))
            }
            try writer.reinstateSubscription(inGroup: entry.subscriptionGroupID)
            try writer.renewReceipt(at: date)
            return entry.revoked(at: date)
        }
    }

    /// Deletes an entry, with all entries whose original transaction it is.
    ///
    /// A subscription that it replaced continues as before.
    public func delete(_ id: Int64) throws(Store.Error) {
        let date = clock.now
        try change { writer in
            guard let entry = try writer.reader.entry(id) else { throw Error.unknownEntry(id: id) }
            let children = try writer.reader.entries(withOriginal: id).map(\.id)
            for id in Set(children + [id]) {
                try writer.delete(id)
            }
            try writer.reinstateSubscription(inGroup: entry.subscriptionGroupID)
            try writer.renewReceipt(at: date)
        }
        removeUnusedContent()
    }

    /// Deletes all entries; the settings stay, the receipt becomes empty, and no `id` is used
    /// again.
    public func clear() throws(Store.Error) {
        let date = clock.now
        try change { writer in
            try writer.deleteAll()
            try writer.renewReceipt(at: date)
        }
        removeUnusedContent()
    }
}

extension LedgerWriter {
    /// Makes the newest period in a group active again, after the one that replaced it is gone.
    func reinstateSubscription(inGroup groupID: String?) throws {
        guard let groupID, var newest = try reader.newestPeriod(inGroup: groupID),
            newest.isUpgraded
        else { return }
        newest.isUpgraded = false
        try update(newest)
    }

    fileprivate func deferredEntry(_ id: Int64) throws -> LedgerEntry {
        guard let entry = try reader.entry(id) else { throw Store.Error.unknownEntry(id: id) }
        guard entry.state == .deferred else {
            throw Store.Error.unsuitableEntry(id: id, needs: "waiting for approval")
        }
        return entry
    }
}

extension LedgerReader {
    fileprivate func newestPeriod(inGroup groupID: String) throws -> LedgerEntry? {
        try entries(.newestPeriod, [groupID]).first
    }

    fileprivate func refunded(with entry: LedgerEntry) throws -> [LedgerEntry] {
        guard entry.kind == .nonConsumable else { return [entry] }
        return try entries(withOriginal: entry.originalID)
            .filter { $0.state == .purchased && $0.revocationDate == nil }
    }
}

extension LedgerEntry {
    fileprivate func revoked(at date: Date) -> LedgerEntry {
        var revoked = self
        revoked.revocationDate = date
        revoked.isRevocationUndelivered = kind != .consumable
        return revoked
    }
}
