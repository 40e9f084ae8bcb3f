import AppReceipt
import Foundation
import StoreLedger
import StoreModel

extension Store.Refunds {
    /// Refunds a purchase in full; of a non-consumable, all entries for it.
    ///
    /// The revocation is delivered to the app, except for a consumable. A refund of a
    /// subscription's current period ends the subscription. If it was an upgrade, the subscription
    /// that it replaced does not return, because the rest of that one was refunded before.
    @discardableResult
    public func refund(
        _ id: Int64,
        reason: LedgerEntry.RevocationReason = .other
    ) throws(StoreError) -> LedgerEntry {
        try change { writer, date in try writer.refund(id, because: reason, at: date) }
    }
}

extension LedgerWriter {
    /// Refunds a purchase in full, and approves an open request for the refund.
    @discardableResult
    func refund(
        _ id: Int64,
        because reason: LedgerEntry.RevocationReason,
        at date: Date
    ) throws -> LedgerEntry {
        let entry = try reader.refundableEntry(id)
        // A period may begin up to a second after it was bought.
        let date = max(date, entry.purchaseDate)
        for entry in try reader.refunded(with: entry) {
            try update(entry.revoked(at: date, because: reason))
            try revokeAccess(to: entry.id, at: date)
            try closeRefundRequest(ofEntry: entry.id, .approved, at: date)
        }
        try revokeSubscription(of: entry, at: date)
        try renewReceipt(at: date)
        let revoked = entry.revoked(at: date, because: reason)
        try notify(NotificationEvent(.refund), about: revoked, at: date)
        return revoked
    }

    /// Ends the subscription whose current period was revoked.
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
}

extension LedgerReader {
    /// A purchase that can be refunded.
    func refundableEntry(_ id: Int64) throws -> LedgerEntry {
        let entry = try requiredEntry(id)
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
