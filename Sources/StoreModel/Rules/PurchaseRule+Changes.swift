import Foundation

extension PurchaseRule {
    /// The members who share the purchase, and their transactions of the subscription's current
    /// period.
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
            if replaced != nil { edits += replacePresentPeriod(&shared) }
            edits.append(record)
            edits += subscription(startedBy: entry, terms)
            edits += events.map { .notify($0, about: entry, at: entry.purchaseDate) }
            edits += FamilySharingRule.share(
                entry,
                with: sharing.members.filter { !$0.isAssigned || !beginsGroup },
                endingAccess: shared,
                at: entry.purchaseDate,
                numbers: &numbers
            )
            return edits
        case .addedSeats(_, let period):
            let receipt = LedgerEdit.renewReceipt(of: entry.customerID, at: date)
            guard var subscription = former else { return [receipt, record] }
            // As by every purchase of the present product; for seats this is inference.
            subscription.changeRenewal(
                to: entry.productID,
                by: entry.plan,
                with: subscription.presentOffers
            )
            subscription.renewalSeatCount = request.seatCount
            return [receipt, record, .update(period.withAddedSeats(in: settings))]
                + subscription.saved(changedFrom: former, at: entry.purchaseDate)
                + events.map { .notify($0, about: entry, at: entry.purchaseDate) }
        case .scheduled(let offers, _):
            guard let former else { return [record] }
            var subscription = former
            subscription.changeRenewal(to: entry.productID, by: entry.plan, with: offers)
            subscription.renewalSeatCount = renewalSeatCount(of: entry, former: former)
            var edits = [record, .saveSubscription(subscription)]
            if let period = LedgerEntry.newest(ofPeriod: history.presentTransactions) {
                edits += events.map { .notify($0, about: period, at: entry.purchaseDate) }
            }
            return edits
        case .deferred, .failed:
            return [record]
        }
    }

    /// The seats of the next renewal after a change of its product, or a return to the present one.
    private func renewalSeatCount(of entry: LedgerEntry, former: CustomerSubscription) -> Int? {
        if entry.seats != nil { return entry.quantity }
        guard former.isOf(entry.productID, by: entry.plan) else { return nil }
        guard !former.hasChosen(entry.productID, by: entry.plan) else {
            return former.renewalSeatCount
        }
        return history.presentPeriod?.seats.map { _ in
            LedgerEntry.seatCount(ofPeriod: history.presentTransactions)
        }
    }

    /// Marks the current period as replaced by an upgrade, and refunds the rest of it.
    private func replacePresentPeriod(_ shared: inout [LedgerEntry]) -> [LedgerEdit] {
        let replaced = history.presentTransactions.map { entry in
            var replaced = entry
            replaced.isUpgraded = true
            replaced.upgradeDate = purchaseDate
            replaced.amountRefunded +=
                SubscriptionChangeRule.proratedRefund(of: entry, at: purchaseDate)
            return replaced
        }
        let edits = replaced.filter { $0.revocationDate == nil }.map { LedgerEdit.update($0) }
        return replaced.first.map {
            edits + FamilySharingRule.update(&shared, following: $0, at: purchaseDate)
        } ?? edits
    }

    private func subscription(
        startedBy entry: LedgerEntry,
        _ terms: PurchaseTerms
    ) -> [LedgerEdit] {
        guard var subscription = CustomerSubscription(startedBy: entry, terms) else { return [] }
        subscription.continueService(of: history.subscription)
        return subscription.saved(changedFrom: history.subscription, at: entry.purchaseDate)
            + (beginsGroup ? [.endSeatGroup(subscription.id)] : [])
    }

    /// Whether the customer subscribes again, with seats or after a period with them.
    ///
    /// Apple documents that a group may vanish with its subscription. That members and claims stay
    /// until the customer subscribes again is inference.
    private var beginsGroup: Bool {
        let hasSeats = request.seatCount != nil || history.presentPeriod?.seats != nil
        guard hasSeats, let subscription = history.subscription else { return false }
        return subscription.nextEventDate == nil
    }
}

extension LedgerEntry {
    /// The first transaction of a period in which seats are added.
    ///
    /// A purchase of the customer alone counts as one seat. This is inference.
    fileprivate func withAddedSeats(in settings: StoreSettings) -> LedgerEntry {
        var entry = self
        entry.seats =
            seats
            ?? Seats(
                invitationManagement: settings.invitationManagement,
                priceTiers: [SeatPriceTier(price: price, quantity: 1)]
            )
        entry.seats?.periodID = id
        return entry
    }

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
