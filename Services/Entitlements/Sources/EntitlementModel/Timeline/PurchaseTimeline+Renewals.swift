extension PurchaseTimeline {
    /// Adds the changes between renewal infos.
    mutating func addRenewals() {
        guard !periods.isEmpty else { return }
        for period in periods {
            if let issue = period.issues.first {
                add(.billingIssue, issue, period.newest)
            }
        }
        addCancellations()
        addPriceIncreases()
    }

    private mutating func addCancellations() {
        var cancellation: Milliseconds?
        for renewal in renewals {
            guard let autoRenews = renewal.autoRenews else { continue }
            let date = renewal.signingDate
            // A new purchase also turns renewal on, but that isn't an `uncancelled`.
            if let since = cancellation, starts.contains(where: { $0 > since && $0 <= date }) {
                cancellation = nil
            }
            if autoRenews, cancellation != nil {
                add(.uncancelled, renewal)
                cancellation = nil
            } else if !autoRenews, cancellation == nil, renewal.expirationIntent == nil {
                add(.cancelled, renewal)
                cancellation = date
            }
        }
    }

    private mutating func addPriceIncreases() {
        var isPending = false
        for renewal in renewals {
            let wasPending = isPending
            isPending = renewal.priceIncreaseStatus == 0
            if isPending, !wasPending { add(.priceIncreasePending, renewal) }
        }
    }

    /// Adds a change reported by a renewal info to the period at its date.
    private mutating func add(_ reason: EventReason, _ renewal: RenewalFact) {
        let period = periods.last { $0.start <= renewal.signingDate } ?? periods[0]
        add(reason, renewal, period.newest)
    }

    /// Adds a change with the price and the offer of the next period.
    private mutating func add(
        _ reason: EventReason,
        _ renewal: RenewalFact,
        _ fact: TransactionFact
    ) {
        var entry = entry(reason, at: renewal.signingDate, fact)
        if reason == .priceIncreasePending {
            entry.productID = renewal.renewalProductID ?? fact.terms.productID
        }
        entry.price = renewal.renewalPrice
        entry.currency = renewal.currency
        entry.offerType = renewal.offerType
        entry.offerID = renewal.offerID
        entry.offerDiscountType = nil
        entries.append(entry)
    }
}
