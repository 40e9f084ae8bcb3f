import AppReceipt
import Foundation
import StoreLedger
import StoreModel

extension Store.Refunds {
    /// Takes back a refund, as the App Store does after a dispute: the customer pays after all, and
    /// has the purchase again.
    ///
    /// Of a non-consumable, all entries that were refunded together return. A period of a
    /// subscription is entitled to again until its end; auto-renew stays off.
    ///
    /// - Throws: `.unsuitableEntry` if the purchase was not refunded, or if the customer subscribed
    ///   in the same group again during the period that was refunded.
    @discardableResult
    public func reverse(_ id: Int64) throws(StoreError) -> LedgerEntry {
        try change { writer, date in
            let entry = try writer.reader.requiredEntry(id)
            guard entry.state == .purchased, entry.revocationDate != nil, !entry.isFamilyShared
            else { throw StoreError.unsuitableEntry(id: id, needs: "a refunded purchase") }
            guard try !writer.reader.isReplaced(entry) else {
                let needs = "a period during which the customer did not subscribe again"
                throw StoreError.unsuitableEntry(id: id, needs: needs)
            }
            let refunded = try writer.reader.refundedTogether(with: entry)
            for entry in refunded { try writer.update(entry.reinstated) }
            try writer.reinstateSubscription(of: entry, at: date)
            try writer.renewReceipt(at: date)
            let event = NotificationEvent(.refundReversed)
            try writer.notify(event, about: entry.reinstated, at: date)
            for entry in refunded {
                try writer.returnAccess(to: entry, catalog: catalog, at: date)
            }
            return entry.reinstated
        }
    }
}

extension LedgerReader {
    /// The entries that one refund revoked, one of which is given.
    fileprivate func refundedTogether(with entry: LedgerEntry) throws -> [LedgerEntry] {
        guard entry.kind == .nonConsumable else { return [entry] }
        return try entries(withOriginal: entry.originalID)
            .filter { $0.state == .purchased && $0.revocationDate == entry.revocationDate }
    }

    /// Whether the customer paid for a part of a refunded period again.
    fileprivate func isReplaced(_ entry: LedgerEntry) throws -> Bool {
        guard let groupID = entry.subscriptionGroupID else { return false }
        let period = entry.reinstated.paidPeriod
        return try periods(inGroup: groupID, during: period).contains { other in
            other.id != entry.id && other.paidPeriod.overlaps(period)
        }
    }
}

extension LedgerEntry {
    /// The purchase as if it had not been refunded; the part that an upgrade refunded stays
    /// refunded.
    fileprivate var reinstated: LedgerEntry {
        var entry = self
        entry.revocationDate = nil
        entry.revocationReason = nil
        entry.isRevocationUndelivered = false
        entry.amountRefunded =
            upgradeDate.map { SubscriptionChangeRule.proratedRefund(of: self, at: $0) } ?? 0
        return entry
    }

    /// The period that was paid for, which an upgrade and a refund end early.
    fileprivate var paidPeriod: Range<Date> {
        let ends = [expirationDate, upgradeDate, revocationDate].compactMap { $0 }
        return purchaseDate..<max(purchaseDate, ends.min() ?? purchaseDate)
    }
}

extension LedgerWriter {
    /// Gives the family access again to a purchase whose refund is reversed.
    ///
    /// A member who joined since then has access from now on, and one who left has none. Both are
    /// inference.
    fileprivate func returnAccess(
        to refunded: LedgerEntry,
        catalog: Catalog,
        at date: Date
    ) throws {
        let entry = refunded.reinstated
        // A later period that is not shared has ended the access, too.
        let isPresent = try reader.isPresent(entry)
        for member in try reader.recipients(of: entry, catalog: catalog) {
            let writer = acting(for: member.id)
            if let shared = try writer.reader.sharedPurchase(of: entry.id),
                shared.revocationDate == refunded.revocationDate,
                try isPresent || writer.reader.latestAccess(to: entry)?.id != shared.id
            {
                try writer.update(shared.reinstated)
                try writer.renewReceipt(at: date)
                let event = NotificationEvent(.refundReversed)
                try writer.notify(event, about: shared.reinstated, at: date)
            } else if isPresent, FamilySharingRule.isCurrent(entry, at: date) {
                try writer.addAccess(to: entry, from: date, at: date)
            }
        }
    }

    /// Continues a subscription until the end of its refunded period.
    ///
    /// A period that was bought later prevents this, unless it was refunded within the second of
    /// its start. That auto-renew stays off is inference.
    fileprivate func reinstateSubscription(of entry: LedgerEntry, at date: Date) throws {
        guard var subscription = try reader.subscription(entry.originalID), !entry.isUpgraded
        else { return }
        if subscription.entryID == entry.id {
            subscription.revocationDate = nil
            if date < subscription.expirationDate { subscription.expirationReason = nil }
        } else if subscription.revocationDate != nil, let end = entry.expirationDate, date < end {
            subscription.reset(to: entry.reinstated, at: date)
        } else {
            return
        }
        try save(subscription)
    }
}
