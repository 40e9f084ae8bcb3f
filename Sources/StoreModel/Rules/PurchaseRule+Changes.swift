import Foundation

extension PurchaseRule {
    /// The members of the family with whom the purchase is shared, and their transactions of the
    /// subscription's current period.
    package typealias Sharing = (members: [FamilyMember], shared: [LedgerEntry])

    /// Makes the entry of a payment with an outcome.
    ///
    /// - Returns: The entry, and the changes.
    package func entry(
        of outcome: Outcome,
        by customerID: Customer.ID,
        sharing: Sharing,
        numbers: inout EntryNumbers
    ) -> (entry: LedgerEntry, edits: [LedgerEdit]) {
        let entry = numbers.number(
            LedgerEntry(
                request,
                product: product,
                outcome: outcome,
                settings: settings,
                at: outcome.isPurchase ? purchaseDate : date
            ),
            of: customerID
        )
        return (entry, edits(of: outcome, .insert(entry), entry, sharing, &numbers))
    }

    /// Records the outcome of a payment that waited for approval.
    ///
    /// - Returns: The entry, and the changes.
    package func approval(
        of deferred: LedgerEntry,
        _ outcome: Outcome,
        sharing: Sharing,
        numbers: inout EntryNumbers
    ) -> (entry: LedgerEntry, edits: [LedgerEdit]) {
        var entry = deferred
        entry.record(
            outcome,
            settings: settings,
            at: outcome.isPurchase ? purchaseDate : date
        )
        return (entry, edits(of: outcome, .update(entry), entry, sharing, &numbers))
    }

    private func edits(
        of outcome: Outcome,
        _ record: LedgerEdit,
        _ entry: LedgerEntry,
        _ sharing: Sharing,
        _ numbers: inout EntryNumbers
    ) -> [LedgerEdit] {
        let former = history.subscription
        let events = NotificationRule.events(of: outcome, entry, former: former)
        switch outcome {
        case .purchased(let terms, _, let replaced):
            var shared = sharing.shared
            var edits = [LedgerEdit.renewReceipt(of: entry.customerID, at: date)]
            if let replaced { edits += replace(replaced, &shared) }
            edits.append(record)
            edits += subscription(startedBy: entry, terms)
            edits += events.map { .notify($0, about: entry, at: entry.purchaseDate) }
            edits += FamilySharingRule.share(
                entry,
                with: sharing.members,
                endingAccess: shared,
                at: entry.purchaseDate,
                numbers: &numbers
            )
            return edits
        case .scheduled(let offers, _):
            guard var subscription = former else { return [record] }
            subscription.changeRenewal(to: entry.productID, by: entry.plan, with: offers)
            var edits = [record, .saveSubscription(subscription)]
            if let period = history.presentPeriod {
                edits += events.map { .notify($0, about: period, at: entry.purchaseDate) }
            }
            return edits
        case .deferred, .failed:
            return [record]
        }
    }

    /// Marks the current period as replaced by an upgrade, and refunds the rest of it.
    private func replace(_ entry: LedgerEntry, _ shared: inout [LedgerEntry]) -> [LedgerEdit] {
        var replaced = entry
        replaced.isUpgraded = true
        replaced.upgradeDate = purchaseDate
        replaced.amountRefunded = SubscriptionChangeRule.proratedRefund(of: entry, at: purchaseDate)
        return [.update(replaced)]
            + FamilySharingRule.update(&shared, following: replaced, at: purchaseDate)
    }

    private func subscription(
        startedBy entry: LedgerEntry,
        _ terms: PurchaseTerms
    ) -> [LedgerEdit] {
        guard var subscription = CustomerSubscription(startedBy: entry, terms) else { return [] }
        subscription.continueService(of: history.subscription)
        return subscription.saved(changedFrom: history.subscription, at: entry.purchaseDate)
    }
}

extension LedgerEntry {
    /// Finishes the entry: a restored copy is deleted, and one that waits for approval stays.
    package func finished(with api: API?) -> [LedgerEdit] {
        guard !isFinished else { return [] }
        return switch state {
        case .deferred: []
        case .restored: [.delete(id, of: customerID)]
        case .purchased, .failed, .scheduled: [.finish(id, with: api)]
        }
    }
}
