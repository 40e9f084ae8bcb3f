import Foundation

extension Store {
    /// Approves a purchase that waits for it: it is judged and charged now.
    @discardableResult
    public func approve(_ id: Int64) throws(Store.Error) -> LedgerEntry {
        try change { writer in
            var entry = try writer.deferredEntry(id)
            let request = PaymentRequest(resuming: entry, token: entry.paymentToken)
            let rule = try self.rule(for: request, in: writer.reader)
            let outcome = rule.outcome(isConfirmed: true, after: .approval)
            try writer.settle(outcome, at: rule.date)
            entry.record(outcome, settings: rule.settings, at: rule.date)
            try writer.update(entry)
            return entry
        }
    }

    /// Declines a purchase that waits for approval: it fails as cancelled.
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

    /// Resolves the issue that interrupted a purchase: the purchase is made now, as an entry of its
    /// own.
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

    /// Takes a purchase back and returns the money; with a non-consumable, everything that was
    /// delivered of it.
    ///
    /// The app hears that it has to revoke what was bought, unless that was a consumable. A
    /// subscription whose place the refunded one took runs on as it was. The App Store has nothing
    /// to bring back then, because it refunds the rest of the older period when the newer one is
    /// bought; this store charges both in full.
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
}

extension LedgerWriter {
    /// Lets the newest period of a group run again, if one that is gone took its place.
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
