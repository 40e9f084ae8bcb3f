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
        try store.change { writer, date in
            let (revoked, edits) = try writer.reader.refund(of: id, because: reason, at: date)
            try writer.apply(edits)
            return revoked
        }
    }

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
        try store.change { writer, date in
            let rule = try writer.reader.reversal(of: id, catalog: store.catalog, at: date)
            var numbers = try writer.entryNumbers()
            try writer.apply(rule.edits(numbers: &numbers))
            return rule.reinstated
        }
    }
}

extension LedgerReader {
    func refund(
        of id: LedgerEntry.ID,
        because reason: LedgerEntry.RevocationReason,
        at date: Date
    ) throws -> (revoked: LedgerEntry, edits: [LedgerEdit]) {
        let entry = try requiredEntry(id)
        try RefundRule.requireRefundable(entry)
        let purchase = try entries(withOriginal: entry.originalID)
        return RefundRule.refund(
            entry,
            purchases: try RefundRule.entries(refundedWith: entry, among: purchase).map { entry in
                (
                    entry, try sharedPurchases(of: entry.id),
                    try openRefundRequest(ofEntry: entry.id)
                )
            },
            subscription: try subscription(entry.originalID),
            because: reason,
            at: date
        )
    }

    fileprivate func reversal(
        of id: LedgerEntry.ID,
        catalog: Catalog,
        at date: Date
    ) throws -> RefundReversalRule {
        let entry = try requiredEntry(id)
        let periods = try entry.subscriptionGroupID.map { groupID in
            try self.periods(inGroup: groupID, during: RefundReversalRule.period(of: entry))
        }
        try RefundReversalRule.requireReversible(entry, periods: periods ?? [])
        let product = catalog.product(withIdentifier: entry.productID)
        let purchase = try entries(withOriginal: entry.originalID)
        let refunded = RefundReversalRule.entries(refundedWith: entry, among: purchase)
        return RefundReversalRule(
            entry,
            refunds: try refunded.map { entry in
                (
                    entry, try recipients(of: product, withAccessTo: entry),
                    try sharedPurchases(of: entry.id)
                )
            },
            subscription: try subscription(entry.originalID),
            at: date
        )
    }
}
