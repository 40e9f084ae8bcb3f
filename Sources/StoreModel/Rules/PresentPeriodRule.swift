import AppReceipt
package import Foundation

/// Changes a subscription within its current period, or at the end of it.
package struct PresentPeriodRule {
    package private(set) var subscription: CustomerSubscription
    /// The transaction of the current period; the first one, if seats were added in it.
    package private(set) var period: LedgerEntry
    private var seatAdditions: [LedgerEntry]
    /// The family members' transactions of the current period.
    private var shared: [LedgerEntry]

    package init(
        _ subscription: CustomerSubscription,
        period: LedgerEntry,
        seatAdditions: [LedgerEntry] = [],
        shared: [LedgerEntry]
    ) {
        self.subscription = subscription
        self.period = period
        self.seatAdditions = seatAdditions
        self.shared = shared
    }

    private var transactions: [LedgerEntry] { [period] + seatAdditions }

    /// The transaction that notifications are about.
    private var newest: LedgerEntry { LedgerEntry.newest(ofPeriod: transactions) ?? period }
}

// Events of the renewal.
extension PresentPeriodRule {
    /// Applies the event of a ``RenewalRule`` that is not a renewal.
    package func settle(_ outcome: RenewalRule.Outcome) -> [LedgerEdit] {
        change(at: subscription.nextEventDate ?? subscription.expirationDate) { subscription in
            switch outcome {
            case .renewed: break
            case .billingFailed(let issue): subscription.billingIssue = issue
            case .gracePeriodEnded: subscription.billingIssue?.gracePeriodEnd = nil
            case .ended(let reason): subscription.end(because: reason)
            }
        }
    }

    /// Makes the transaction of the next period, which begins before its payment during a grace
    /// period.
    ///
    /// `date` is the date of the payment, and `now` the date of the change: a forced renewal may
    /// begin a moment later.
    package func renew(
        for next: BillingPeriod,
        settings: StoreSettings,
        sharingWith members: [FamilyMember],
        at date: Date,
        now: Date,
        numbers: inout EntryNumbers
    ) -> (renewed: SubscriptionPeriodStatus, edits: [LedgerEdit]) {
        let entry = numbers.number(
            LedgerEntry(renewing: period, for: next, settings: settings),
            of: subscription.customerID
        )
        let renewed = subscription.renewed(for: next, by: entry)
        let event = NotificationRule.event(ofRenewing: subscription)
        var edits = [LedgerEdit.insert(entry)]
        edits += renewed.saved(changedFrom: subscription, at: date)
        edits += [
            .notify(event, about: entry, of: renewed, at: date),
            .renewReceipt(of: entry.customerID, at: min(date, now)),
        ]
        edits += FamilySharingRule.share(
            entry,
            with: members,
            endingAccess: shared,
            renewal: event,
            at: date,
            numbers: &numbers
        )
        return (SubscriptionPeriodStatus(subscription: renewed, entry: entry), edits)
    }
}

// Choices of the customer.
extension PresentPeriodRule {
    /// Turns auto-renew on or off; without auto-renew, a failed renewal ends the subscription.
    ///
    /// Within a commitment this changes the renewal at its end. That the store continues to collect
    /// a failed payment of the commitment is inference.
    package func setAutoRenew(_ isEnabled: Bool, at date: Date) -> [LedgerEdit] {
        change(at: date) { subscription in
            subscription.isAutoRenewEnabled = isEnabled
            guard !isEnabled, subscription.billingIssue != nil, !subscription.isWithinCommitment
            else { return }
            subscription.end(because: .customerCancelled)
        }
    }

    /// Chooses the number of seats of the next period, which the customer may change again until
    /// then; more than the present ones are a purchase.
    ///
    /// - Throws: `.unsuitableEntry` if the subscription can't renew with the number; `id` is the
    ///   transaction that the caller named.
    package func setRenewalSeatCount(
        _ count: Int,
        of id: LedgerEntry.ID,
        at date: Date
    ) throws(StoreError) -> [LedgerEdit] {
        guard subscription.renewalSeatCount != nil else {
            throw .unsuitableEntry(id: id, needs: "of a subscription with seats")
        }
        let present = LedgerEntry.seatCount(ofPeriod: transactions)
        guard count >= 1, count <= present else {
            let needs = "of a subscription that can renew with \(count) seats; it has \(present)"
            throw .unsuitableEntry(id: id, needs: needs)
        }
        return change(at: date) { $0.renewalSeatCount = count }
    }

    /// Asks for consent to a price increase.
    package func requestConsent(at date: Date) -> [LedgerEdit] {
        change(at: date) { $0.priceConsent = .pending }
    }

    /// Answers a price increase; declining it also turns off auto-renew.
    ///
    /// - Throws: `.unsuitableEntry` if the subscription does not wait for consent; `id` is the
    ///   transaction that the caller named.
    package func answer(
        _ consent: CustomerSubscription.PriceConsent,
        of id: LedgerEntry.ID,
        at date: Date
    ) throws(StoreError) -> [LedgerEdit] {
        guard subscription.priceConsent == .pending else {
            let needs = "of a subscription that waits for consent to a price increase"
            throw .unsuitableEntry(id: id, needs: needs)
        }
        return change(at: date) { subscription in
            subscription.priceConsent = consent
            if consent == .declined { subscription.isAutoRenewEnabled = false }
        }
    }

    private func change(
        at date: Date,
        _ body: (inout CustomerSubscription) -> Void
    ) -> [LedgerEdit] {
        var changed = subscription
        body(&changed)
        return change(to: changed, from: subscription, at: date)
    }

    private func change(
        to changed: CustomerSubscription,
        from former: CustomerSubscription,
        at date: Date
    ) -> [LedgerEdit] {
        let events = NotificationRule.events(from: former, to: changed)
        return changed.saved(changedFrom: former, at: date)
            + events.map { .notify($0, about: newest, at: date) }
            + FamilySharingRule.notifications(events, about: shared, at: date)
    }
}

// Other ends of the period.
extension PresentPeriodRule {
    /// Ends the period and the subscription for a reason.
    package func forceExpiry(
        because reason: CustomerSubscription.ExpirationReason,
        at date: Date
    ) -> [LedgerEdit] {
        var rule = self
        let end = rule.endPeriod(at: date)
        var ended = rule.subscription
        ended.end(because: reason)
        return end + rule.change(to: ended, from: subscription, at: date)
            + [.renewReceipt(of: subscription.customerID, at: date)]
    }

    /// Ends the period, so that the next event of the subscription is due.
    ///
    /// Except within a commitment, it turns on auto-renew and clears a price increase.
    package mutating func forceRenewal(at date: Date) -> [LedgerEdit] {
        let end = endPeriod(at: date)
        if !subscription.isWithinCommitment {
            subscription.isAutoRenewEnabled = true
            subscription.priceConsent = nil
        }
        return end + [.saveSubscription(subscription)]
    }

    /// Extends the period for a request of the developer.
    ///
    /// A repeated request returns its former extension, without changes.
    package func extend(
        by terms: RenewalExtension.Terms,
        after extensions: [RenewalExtension],
        timeRate: TimeRate,
        at date: Date
    ) -> Result<(made: RenewalExtension, edits: [LedgerEdit]), ServerRequestRefusal> {
        if let former = extensions.first(where: { $0.terms.isOfSameRequest(as: terms) }) {
            return former.terms == terms
                ? .success((former, [])) : .failure(.invalidRequestIdentifier)
        }
        let rule = RenewalExtensionRule(
            subscription: subscription,
            extensions: extensions,
            timeRate: timeRate
        )
        switch rule.outcome(dayCount: terms.dayCount, at: date) {
        case .refused(let refusal): return .failure(refusal)
        case .extended(let end):
            let made = RenewalExtension(
                id: 0,
                subscriptionID: subscription.id,
                entryID: subscription.entryID,
                terms: terms,
                date: date,
                effectiveDate: end
            )
            return .success((made, extend(by: made, timeRate: timeRate)))
        }
    }

    private func extend(by made: RenewalExtension, timeRate: TimeRate) -> [LedgerEdit] {
        var rule = self
        rule.setEnd(made.effectiveDate)
        let anchor = BillingAnchor(date: made.effectiveDate, count: 0)
        rule.subscription.anchor = anchor
        // That the end of a commitment moves with the period is inference.
        if var commitment = subscription.commitment {
            commitment.expirationDate = anchor.end(
                of: MonthlyPlan.billingPeriod,
                followedBy: commitment.remainingCount,
                timeRate: timeRate
            )
            rule.subscription.commitment = commitment
            rule.period.commitment = commitment
        }
        let customerID = subscription.customerID
        let event = NotificationEvent(.renewalExtended)
        var edits = rule.transactions.map { LedgerEdit.update($0) }
        edits.append(.saveSubscription(rule.subscription))
        edits += FamilySharingRule.update(&rule.shared, following: rule.period, at: made.date)
        edits += [
            .renewReceipt(of: customerID, at: made.date),
            .notify(event, about: rule.newest, at: made.date),
        ]
        edits += FamilySharingRule.notifications([event], about: rule.shared, at: made.date)
        return edits + [.insertExtension(made, of: customerID)]
    }

    /// Ends the current period early, but not before its start.
    private mutating func endPeriod(at date: Date) -> [LedgerEdit] {
        setEnd(transactions.map(\.purchaseDate).reduce(date, max))
        return transactions.map { .update($0) }
            + FamilySharingRule.update(&shared, following: period, at: date)
    }

    /// All transactions of a period end together.
    private mutating func setEnd(_ date: Date) {
        subscription.expirationDate = date
        period.expirationDate = date
        for index in seatAdditions.indices { seatAdditions[index].expirationDate = date }
    }
}
