package import Foundation

/// Deletes an entry, the entries with it as their original transaction, and their notifications.
package enum DeletionRule {
    /// The newest of some entries that is a period.
    package static func newestPeriod(among entries: some Sequence<LedgerEntry>) -> LedgerEntry? {
        // In older ledgers, a period that was replaced immediately began with the one after it.
        func order(_ entry: LedgerEntry) -> (Date, Int, LedgerEntry.ID) {
            (entry.purchaseDate, entry.isUpgraded ? 0 : 1, entry.id)
        }
        return entries.filter { $0.state == .purchased && !$0.isSeatAddition }
            .max { order($0) < order($1) }
    }

    /// The first transaction of a period, the transactions of its added seats, and the family
    /// members' transactions.
    package typealias Period = (
        first: LedgerEntry, seatAdditions: [LedgerEntry], shared: [LedgerEntry]
    )

    /// Deletes a customer's entries, the family members' transactions of them, and all restored
    /// copies.
    ///
    /// `newest` is the newest period that remains of the subscription. `reduced` is the period of
    /// deleted seats, as it remains.
    package static func deletion(
        of ids: Set<LedgerEntry.ID>,
        by customerID: Customer.ID,
        shared: [LedgerEntry],
        from subscription: CustomerSubscription?,
        newest: Period?,
        reduced: Period? = nil,
        at date: Date
    ) -> [LedgerEdit] {
        var edits = ids.sorted().map { LedgerEdit.delete($0, of: customerID) }
        edits.append(.deleteNotifications(about: ids))
        edits += FamilySharingRule.deletion(of: shared, at: date)
        if let subscription, ids.contains(subscription.entryID) {
            edits +=
                newest.map { resetting(subscription, to: $0, at: date) }
                ?? [.deleteSubscription(subscription.id)]
        }
        if let reduced { edits += reducing(reduced, of: subscription, at: date) }
        return edits + [.renewReceipt(of: customerID, at: date)]
    }

    /// Makes the newest remaining period the current one, as if the deleted one had never existed.
    ///
    /// A period that a refunded upgrade replaced does not return, because its rest was refunded.
    private static func resetting(
        _ former: CustomerSubscription,
        to newest: Period,
        at date: Date
    ) -> [LedgerEdit] {
        var (subscription, (first, seatAdditions, shared)) = (former, newest)
        var edits: [LedgerEdit] = []
        let revocationDate = first.isUpgraded ? former.revocationDate : nil
        if revocationDate == nil {
            first = first.withoutUpgrade
            seatAdditions = seatAdditions.map(\.withoutUpgrade)
            edits += ([first] + seatAdditions).map { .update($0) }
            edits += FamilySharingRule.update(&shared, following: first, at: date)
        }
        subscription.reset(to: first, additions: seatAdditions, at: date)
        subscription.revocationDate = revocationDate ?? subscription.revocationDate
        if subscription.revocationDate != nil { subscription.end(because: .unknown) }
        return edits + subscription.saved(changedFrom: former, at: date)
    }

    /// Leaves a period as if the deleted seats had never been added.
    private static func reducing(
        _ period: Period,
        of subscription: CustomerSubscription?,
        at date: Date
    ) -> [LedgerEdit] {
        var edits: [LedgerEdit] = []
        if period.seatAdditions.isEmpty {
            var first = period.first
            first.seats?.periodID = nil
            edits.append(.update(first))
        }
        let transactions = [period.first] + period.seatAdditions
        let remaining = transactions.filter { $0.revocationDate == nil }
        if remaining.isEmpty { edits += FamilySharingRule.revocation(of: period.shared, at: date) }
        guard let subscription, subscription.revocationDate == nil else { return edits }
        return edits + subscription.keeping(remaining, ofPeriod: period.first.id, at: date)
    }
}

extension LedgerEntry {
    /// The transaction as if no other product had replaced it.
    fileprivate var withoutUpgrade: LedgerEntry {
        var entry = self
        entry.isUpgraded = false
        entry.upgradeDate = nil
        if revocationDate == nil { entry.amountRefunded = seats?.revokedPrice ?? 0 }
        return entry
    }
}
