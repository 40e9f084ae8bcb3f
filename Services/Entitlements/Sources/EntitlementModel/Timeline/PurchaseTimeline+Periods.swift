extension PurchaseTimeline {
    /// Adds the starts and ends of periods, and seats added during them.
    mutating func addPeriods() {
        for (index, period) in periods.enumerated() {
            addBegin(of: period, after: index > 0 ? periods[index - 1] : nil)
            for fact in period.transactions.dropFirst() {
                add(.seatsChanged, at: fact.terms.purchaseDate, fact)
            }
            addEnd(of: period, before: index + 1 < periods.count ? periods[index + 1] : nil)
        }
    }

    private mutating func addBegin(of period: TimelinePeriod, after former: TimelinePeriod?) {
        guard let former, !period.first.isConsumable, follows(period, former) else {
            starts.append(period.start)
            return add(.started, at: period.start, period.first)
        }
        // Restoring a non-consumable creates a new transaction.
        guard period.expirationDate != nil else { return }
        var reasons: [EventReason] = []
        var date = period.start
        if let issue = former.issues.last {
            reasons.append(.recovered)
            // A payment during the grace period starts a period with an earlier date.
            date = max(date, issue.signingDate)
        }
        if former.newest.isFreeTrial, !period.first.isFreeTrial { reasons.append(.trialConverted) }
        if former.newest.terms.productID != period.first.terms.productID {
            reasons.append(.productChanged)
        }
        for reason in reasons.isEmpty ? [.renewed] : reasons { add(reason, at: date, period.first) }
    }

    /// Whether a period continues the one before it.
    private func follows(_ period: TimelinePeriod, _ former: TimelinePeriod) -> Bool {
        if former.newest.isUpgraded || period.first.isRenewal { return true }
        return end(of: former, before: period).map { $0 >= period.start } ?? true
    }

    private mutating func addEnd(of period: TimelinePeriod, before next: TimelinePeriod?) {
        guard !period.isCutShort, !period.newest.isUpgraded,
            let end = end(of: period, before: next), end <= now
        else { return }
        if let next, follows(next, period) { return }
        add(.expired, at: end, period.newest)
    }

    /// The end of a period, after grace and billing retry.
    private func end(of period: TimelinePeriod, before next: TimelinePeriod?) -> Milliseconds? {
        guard let end = period.end else { return nil }
        guard !period.isCutShort, let issue = lastIssue(of: period, before: next) else {
            return end
        }
        let isBilledMonthly = period.newest.details?.isBilledMonthly ?? false
        let grace = isBilledMonthly ? nil : issue.gracePeriodEnd
        let retry =
            issue.isInBillingRetry
            ? EntitlementRule.retryEnd(after: end, isBilledMonthly: isBilledMonthly) : nil
        let limit = max(end, grace ?? end, retry ?? end)
        // The first renewal info after the issue ends it.
        let solution = renewals.first {
            $0.watermark > issue.watermark && !$0.hasIssue
                && $0.signingDate < next?.start ?? .max
        }
        return min(limit, max(end, solution?.signingDate ?? limit))
    }

    /// The last renewal info about a failed renewal; in the last period, the last of all, as in
    /// ``EntitlementRule``.
    private func lastIssue(
        of period: TimelinePeriod,
        before next: TimelinePeriod?
    ) -> RenewalFact? {
        if next == nil, let last = renewals.last, last.hasIssue, last.signingDate >= period.start {
            return last
        }
        return period.issues.last
    }
}

extension TransactionFact {
    fileprivate var isFreeTrial: Bool { details?.isFreeTrial ?? false }
}
