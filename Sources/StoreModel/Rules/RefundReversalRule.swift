import AppReceipt
package import Foundation

/// Reverses a refund: the customer pays after all, and owns the purchase again.
package struct RefundReversalRule {
    /// The purchase as if it had not been refunded.
    package let reinstated: LedgerEntry
    private let refunds: [Refund]
    /// The transactions of the period, the first one first; empty without seats.
    private let period: [LedgerEntry]
    private let subscription: CustomerSubscription?
    private let date: Date

    /// An entry with a reversed refund, the members who would share it, and their transactions of
    /// it so far.
    package typealias Refund = (
        entry: LedgerEntry, members: [FamilyMember], shared: [LedgerEntry]
    )

    /// Makes the rule with the entries that ``entries(refundedWith:among:)`` returns, the
    /// transactions of the purchase's period, and the subscription.
    package init(
        _ entry: LedgerEntry,
        refunds: [Refund],
        period: [LedgerEntry] = [],
        subscription: CustomerSubscription?,
        at date: Date
    ) {
        reinstated = entry.reinstated
        self.refunds = refunds
        self.period = period
        self.subscription = subscription
        self.date = date
    }

    /// - Parameters:
    ///   - entry: The purchase.
    ///   - periods: The customer's periods of the group during ``period(of:)``.
    /// - Throws: `.unsuitableEntry` if the purchase was not refunded, or if the customer paid for a
    ///   part of the refunded period again.
    package static func requireReversible(
        _ entry: LedgerEntry,
        periods: [LedgerEntry]
    ) throws(StoreError) {
        guard entry.state == .purchased, entry.isRefunded, !entry.isShared else {
            throw .unsuitableEntry(id: entry.id, needs: "a refunded purchase")
        }
        let period = period(of: entry)
        let isReplaced = periods.contains {
            $0.periodID != entry.periodID && $0.paidPeriod.overlaps(period)
        }
        guard !isReplaced else {
            let needs = "a period during which the customer did not subscribe again"
            throw .unsuitableEntry(id: entry.id, needs: needs)
        }
    }

    /// The period that the customer pays for after all.
    package static func period(of entry: LedgerEntry) -> Range<Date> { entry.reinstated.paidPeriod }

    /// Returns the entries of an original transaction that were refunded together with `entry`.
    package static func entries(
        refundedWith entry: LedgerEntry,
        among entries: [LedgerEntry]
    ) -> [LedgerEntry] {
        guard entry.kind == .nonConsumable else { return [entry] }
        return entries.filter {
            $0.state == .purchased && $0.revocationDate == entry.revocationDate
        }
    }

    /// The changes by the reversal.
    package func edits(numbers: inout EntryNumbers) -> [LedgerEdit] {
        let subscription = reinstatedSubscription
        var edits: [LedgerEdit] = refunds.map { .update($0.entry.reinstated) }
        if let subscription { edits.append(.saveSubscription(subscription)) }
        edits += [
            .renewReceipt(of: reinstated.customerID, at: date),
            .notify(NotificationEvent(.refundReversed), about: reinstated, at: date),
        ]
        let present = subscription ?? self.subscription
        for refund in refunds {
            let isPresent =
                !refund.entry.isSubscription || present?.entryID == refund.entry.periodID
            edits += returnAccess(refund, isPresent: isPresent, numbers: &numbers)
        }
        return edits
    }

    /// Whether seats of the period were not refunded, so that the purchaser and the members lost
    /// nothing.
    private var hasRemainingSeats: Bool { LedgerEntry.seatCount(ofPeriod: period) > 0 }

    /// Gives the members access again.
    ///
    /// A member who joined since then has access from now on, and one who left has none. Both are
    /// inference.
    private func returnAccess(
        _ refund: Refund,
        isPresent: Bool,
        numbers: inout EntryNumbers
    ) -> [LedgerEdit] {
        // Members have access to the first transaction of a period, whichever of it is paid.
        let entry = (period.first ?? refund.entry).reinstated
        let revocationDate =
            period.compactMap(\.revocationDate).max() ?? refund.entry.revocationDate
        guard FamilySharingRule.isShareable(entry) else { return [] }
        let event = NotificationEvent(.refundReversed)
        return refund.members.filter(entry.isFor).flatMap { member -> [LedgerEdit] in
            let access = refund.shared.last { $0.customerID == member.customerID }
            // Seats of the period were not refunded, so that the member lost nothing.
            if let access, access.revocationDate == nil { return [] }
            // A later period that is not shared has ended the access, too.
            if let access, access.revocationDate == revocationDate,
                isPresent || member.latestAccess?.id != access.id
            {
                return [
                    .update(access.reinstated), .renewReceipt(of: member.customerID, at: date),
                    .notify(event, about: access.reinstated, at: date),
                ]
            }
            guard isPresent, FamilySharingRule.isCurrent(entry, at: date) else { return [] }
            return FamilySharingRule.access(
                of: member,
                to: entry,
                from: date,
                at: date,
                numbers: &numbers
            )
        }
    }

    /// The subscription, continued until the end of its refunded period; `nil` if it stays as it
    /// is.
    ///
    /// A period that was bought later prevents this, unless it was refunded within the second of
    /// its start. That auto-renew stays off, and that a commitment does not continue, is inference.
    private var reinstatedSubscription: CustomerSubscription? {
        guard var subscription, !reinstated.isUpgraded else { return nil }
        let transactions = period.map { $0.id == reinstated.id ? reinstated : $0 }
        if hasRemainingSeats { return subscription.renewing(transactions, insteadOf: period) }
        if subscription.entryID == reinstated.periodID {
            subscription.revocationDate = nil
            subscription.renewalSeatCount = reinstated.seats.map { _ in reinstated.seatCount }
            if date < subscription.expirationDate { subscription.expirationReason = nil }
            return subscription
        }
        guard subscription.revocationDate != nil, let end = reinstated.expirationDate, date < end
        else { return nil }
        subscription.reset(
            to: transactions.first ?? reinstated,
            additions: Array(transactions.dropFirst()),
            at: date
        )
        subscription.revocationDate = nil
        // The refund ended the commitment.
        subscription.commitment = nil
        return subscription
    }
}

extension CustomerSubscription {
    /// The subscription with all seats of its period in the next one; `nil` if the period is
    /// another one, or if the customer chose fewer seats.
    ///
    /// That returned seats renew is inference.
    fileprivate func renewing(
        _ transactions: [LedgerEntry],
        insteadOf former: [LedgerEntry]
    ) -> Self? {
        guard entryID == former.first?.id,
            renewalSeatCount == LedgerEntry.seatCount(ofPeriod: former)
        else { return nil }
        var renewing = self
        renewing.renewalSeatCount = LedgerEntry.seatCount(ofPeriod: transactions)
        return renewing
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
        entry.seats?.revokedQuantity = 0
        entry.amountRefunded =
            upgradeDate.map { SubscriptionChangeRule.proratedRefund(of: entry, at: $0) } ?? 0
        return entry
    }

    /// Whether it, or some of its seats, was refunded.
    fileprivate var isRefunded: Bool {
        revocationDate != nil || (seats?.revokedQuantity ?? 0) > 0
    }

    /// The period that was paid for, which an upgrade and a refund end early.
    fileprivate var paidPeriod: Range<Date> {
        let ends = [expirationDate, upgradeDate, revocationDate].compactMap { $0 }
        return purchaseDate..<max(purchaseDate, ends.min() ?? purchaseDate)
    }
}
