package import Foundation

/// Deletes an entry, the entries with it as their original transaction, and their notifications.
package enum DeletionRule {
    /// The newest of some entries that is a period.
    package static func newestPeriod(among entries: some Sequence<LedgerEntry>) -> LedgerEntry? {
        // In older ledgers, a period that was replaced immediately began with the one after it.
        func order(_ entry: LedgerEntry) -> (Date, Int, LedgerEntry.ID) {
            (entry.purchaseDate, entry.isUpgraded ? 0 : 1, entry.id)
        }
        return entries.filter { $0.state == .purchased }.max { order($0) < order($1) }
    }

    /// Deletes entries of a customer, and the transactions by which a family has them, with their
    /// restored copies.
    ///
    /// `newest` is the newest period that remains of the subscription, with the family members'
    /// transactions of it.
    package static func deletion(
        of ids: Set<LedgerEntry.ID>,
        by customerID: Customer.ID,
        shared: [LedgerEntry],
        from subscription: CustomerSubscription?,
        newest: (period: LedgerEntry, shared: [LedgerEntry])?,
        at date: Date
    ) -> [LedgerEdit] {
        var edits = ids.sorted().flatMap { id -> [LedgerEdit] in
            [.delete(id, of: customerID), .deleteNotifications(about: id)]
                + FamilySharingRule.deletion(of: shared.filter { $0.sharedEntryID == id }, at: date)
        }
        if let subscription, let newest {
            edits += resetting(subscription, to: newest.period, shared: newest.shared, at: date)
        } else if let subscription {
            edits.append(.deleteSubscription(subscription.id))
        }
        return edits + [.renewReceipt(of: customerID, at: date)]
    }

    /// Makes the newest remaining period the current one, as if the deleted one had never been; but
    /// one that a refunded upgrade replaced does not return, since the rest of it was refunded.
    private static func resetting(
        _ former: CustomerSubscription,
        to newest: LedgerEntry,
        shared: [LedgerEntry],
        at date: Date
    ) -> [LedgerEdit] {
        guard newest.id != former.entryID else { return [] }
        var (subscription, newest, shared) = (former, newest, shared)
        var edits: [LedgerEdit] = []
        let revocationDate = newest.isUpgraded ? former.revocationDate : nil
        if revocationDate == nil {
            newest.isUpgraded = false
            newest.upgradeDate = nil
            if newest.revocationDate == nil { newest.amountRefunded = 0 }
            edits.append(.update(newest))
            edits += FamilySharingRule.update(&shared, following: newest, at: date)
        }
        subscription.reset(to: newest, at: date)
        subscription.revocationDate = revocationDate ?? subscription.revocationDate
        if subscription.revocationDate != nil { subscription.end(because: .unknown) }
        return edits + subscription.saved(changedFrom: former, at: date)
    }
}
