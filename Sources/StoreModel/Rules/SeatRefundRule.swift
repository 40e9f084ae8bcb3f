import AppReceipt
package import Foundation

/// Refunds some seats of a period of a subscription.
package struct SeatRefundRule {
    /// The transactions of the period, the first one first.
    private let transactions: [LedgerEntry]
    private let shared: [LedgerEntry]
    private let openRequests: [RefundRequest]
    private let subscription: CustomerSubscription?

    /// Makes the rule with the members' transactions of the period, and the requests about its
    /// transactions that wait for a decision.
    package init(
        _ transactions: [LedgerEntry],
        shared: [LedgerEntry],
        openRequests: [RefundRequest],
        subscription: CustomerSubscription?
    ) {
        self.transactions = transactions
        self.shared = shared
        self.openRequests = openRequests
        self.subscription = subscription
    }

    /// Refunds seats of a transaction and, if it has too few, of the newest others of the period.
    ///
    /// A transaction is revoked when all its seats are (Apple's documentation of
    /// `revokedSeatQuantity`). The purchaser stays entitled until all transactions are.
    ///
    /// - Returns: The changed transactions, and the changes.
    /// - Throws: `.unsuitableEntry` if the period doesn't have as many seats that can be refunded.
    package func refund(
        _ count: Int,
        of id: LedgerEntry.ID,
        because reason: LedgerEntry.RevocationReason,
        at date: Date
    ) throws(StoreError) -> (changed: [LedgerEntry], edits: [LedgerEdit]) {
        // A period may begin up to a second after it was bought.
        let date = transactions.map(\.purchaseDate).reduce(date, max)
        let refunded = try refunded(count, of: id, because: reason, at: date)
        var edits = refunded.map { LedgerEdit.update($0) }
        edits += openRequests.filter { request in
            refunded.contains { $0.id == request.entryID && $0.revocationDate != nil }
        }
        .map { .saveRefundRequest($0.decided(.approved, at: date)) }
        edits += periodChanges(by: refunded, at: date)
        if let customerID = refunded.first?.customerID {
            edits.append(.renewReceipt(of: customerID, at: date))
        }
        return (refunded, edits + refunded.map { .notify($0.refundEvent, about: $0, at: date) })
    }

    private func refunded(
        _ count: Int,
        of id: LedgerEntry.ID,
        because reason: LedgerEntry.RevocationReason,
        at date: Date
    ) throws(StoreError) -> [LedgerEntry] {
        let newestFirst = transactions.reversed().filter { $0.seats != nil && !$0.isUpgraded }
        let ordered = newestFirst.filter { $0.id == id } + newestFirst.filter { $0.id != id }
        guard let named = ordered.first, named.id == id, named.seatCount > 0,
            ordered.allSatisfy({ !$0.isShared }), count >= 1,
            count <= LedgerEntry.seatCount(ofPeriod: ordered)
        else {
            throw .unsuitableEntry(
                id: id,
                needs: "a purchase of which \(count) seats can be refunded"
            )
        }
        var rest = count
        var refunded: [LedgerEntry] = []
        for entry in ordered where rest > 0 && entry.seatCount > 0 {
            let quantity = min(rest, entry.seatCount)
            rest -= quantity
            refunded.append(entry.refunding(quantity, because: reason, at: date))
        }
        return refunded
    }

    /// The end of the subscription and of the members' access, when no transaction remains.
    private func periodChanges(by refunded: [LedgerEntry], at date: Date) -> [LedgerEdit] {
        let remaining = transactions.map { entry in
            refunded.first { $0.id == entry.id } ?? entry
        }
        .filter { $0.revocationDate == nil }
        let revocation =
            remaining.isEmpty ? FamilySharingRule.revocation(of: shared, at: date) : []
        guard let subscription, let first = transactions.first else { return revocation }
        return revocation + subscription.keeping(remaining, ofPeriod: first.id, at: date)
    }
}

extension LedgerEntry {
    /// The transaction without some of its seats.
    fileprivate func refunding(
        _ count: Int,
        because reason: RevocationReason,
        at date: Date
    ) -> LedgerEntry {
        guard count < seatCount else {
            return revoked(at: date, because: reason)
        }
        var refunded = self
        refunded.seats?.revokedQuantity += count
        refunded.amountRefunded = refunded.seats?.revokedPrice ?? amountRefunded
        return refunded
    }

    fileprivate var refundEvent: NotificationEvent {
        NotificationEvent(.refund, revocationDate == nil ? .seats : nil)
    }
}
