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
            try writer.limitSeats(inPeriodOf: revoked, at: date)
            return revoked
        }
    }

    /// Refunds seats of a subscription: first a transaction's own, then those of the newest other
    /// transactions of its period.
    ///
    /// Each transaction keeps the number of its refunded seats, and is revoked when that is all of
    /// them. The subscription ends when all transactions of its current period are revoked.
    ///
    /// - Returns: The transactions of the seats.
    /// - Throws: `.unsuitableEntry` if the period doesn't have as many seats.
    @discardableResult
    public func refundSeats(
        _ count: Int,
        of id: Int64,
        reason: LedgerEntry.RevocationReason = .other
    ) throws(StoreError) -> [LedgerEntry] {
        try store.change { writer, date in
            let rule = try writer.reader.seatRefund(of: id)
            let (refunded, edits) = try rule.refund(count, of: id, because: reason, at: date)
            try writer.apply(edits)
            if let last = refunded.last { try writer.limitSeats(inPeriodOf: last, at: date) }
            return refunded
        }
    }

    /// Takes back a refund, as the App Store does after a dispute: the customer pays after all, and
    /// has the purchase again.
    ///
    /// All entries of a non-consumable that were refunded together return, as do all seats of a
    /// transaction. The customer has a period of a subscription again until its end; auto-renew
    /// stays off.
    ///
    /// - Throws: `.unsuitableEntry` if the purchase was not refunded, or if the customer subscribed
    ///   in the same group again during the period that was refunded.
    @discardableResult
    public func reverse(_ id: Int64) throws(StoreError) -> LedgerEntry {
        try store.change { writer, date in
            let rule = try writer.reader.reversal(of: id, catalog: store.catalog, at: date)
            var numbers = try writer.entryNumbers()
            try writer.apply(rule.edits(numbers: &numbers))
            try writer.limitSeats(inPeriodOf: rule.reinstated, at: date)
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
                    entry, try sharedPurchases(of: entry.periodID),
                    try openRefundRequest(ofEntry: entry.id)
                )
            },
            besides: try transactions(ofPeriodOf: entry).filter { $0.id != entry.id },
            subscription: try subscription(entry.originalID),
            because: reason,
            at: date
        )
    }

    fileprivate func seatRefund(of id: LedgerEntry.ID) throws -> SeatRefundRule {
        let entry = try requiredEntry(id)
        let transactions = try transactions(ofPeriodOf: entry)
        return SeatRefundRule(
            transactions,
            shared: try sharedPurchases(of: entry.periodID),
            openRequests: try transactions.compactMap { try openRefundRequest(ofEntry: $0.id) },
            subscription: try subscription(entry.originalID)
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
                    try sharedPurchases(of: entry.periodID)
                )
            },
            period: entry.seats == nil ? [] : try transactions(ofPeriodOf: entry),
            subscription: try subscription(entry.originalID),
            at: date
        )
    }
}
