import AppReceipt
package import Foundation

/// Refunds a purchase in full: all entries of a non-consumable, or one transaction of a period with
/// added seats.
package enum RefundRule {
    /// - Throws: `.unsuitableEntry` if a purchase cannot be refunded.
    package static func requireRefundable(_ entry: LedgerEntry) throws(StoreError) {
        guard entry.isPresentPurchase, !entry.isShared else {
            throw .unsuitableEntry(id: entry.id, needs: "a purchase that can be refunded")
        }
    }

    /// Returns the entries of an original transaction that are refunded together with `entry`.
    package static func entries(
        refundedWith entry: LedgerEntry,
        among entries: [LedgerEntry]
    ) -> [LedgerEntry] {
        guard entry.kind == .nonConsumable else { return [entry] }
        return entries.filter(\.isPresentPurchase)
    }

    /// Refunds a purchase, and approves open requests for that.
    ///
    /// `purchases` are the entries that ``entries(refundedWith:among:)`` returns, with the family's
    /// transactions and the open requests. `others` are the other transactions of the same period.
    package static func refund(
        _ entry: LedgerEntry,
        purchases: [(entry: LedgerEntry, shared: [LedgerEntry], openRequest: RefundRequest?)],
        besides others: [LedgerEntry] = [],
        subscription: CustomerSubscription?,
        because reason: LedgerEntry.RevocationReason,
        at date: Date
    ) -> (revoked: LedgerEntry, edits: [LedgerEdit]) {
        // A period may begin up to a second after it was bought.
        let date = max(date, entry.purchaseDate)
        let remaining = others.filter { $0.revocationDate == nil }
        var edits: [LedgerEdit] = []
        for (entry, shared, openRequest) in purchases {
            edits.append(.update(entry.revoked(at: date, because: reason)))
            if remaining.isEmpty { edits += FamilySharingRule.revocation(of: shared, at: date) }
            if let openRequest {
                edits.append(.saveRefundRequest(openRequest.decided(.approved, at: date)))
            }
        }
        edits += subscription?.keeping(remaining, ofPeriod: entry.periodID, at: date) ?? []
        let revoked = entry.revoked(at: date, because: reason)
        edits += [
            .renewReceipt(of: entry.customerID, at: date),
            .notify(NotificationEvent(.refund), about: revoked, at: date),
        ]
        return (revoked, edits)
    }
}

extension LedgerEntry {
    /// Whether the customer has paid for it, and was not refunded.
    fileprivate var isPresentPurchase: Bool { state == .purchased && revocationDate == nil }

    func revoked(at date: Date, because reason: RevocationReason) -> LedgerEntry {
        var revoked = self
        revoked.revocationDate = date
        revoked.revocationReason = reason
        revoked.amountRefunded = amountCharged
        if seats != nil { revoked.seats?.revokedQuantity = quantity }
        revoked.isRevocationUndelivered = kind != .consumable
        return revoked
    }
}
