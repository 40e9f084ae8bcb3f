extension PurchaseHistory {
    /// Returns the changes of the purchase until a date, as far as they are known, in order.
    ///
    /// Tokens transfer the purchase only with the policy ``TransferPolicy/newest``.
    package func timeline(
        at now: Milliseconds,
        _ policy: TransferPolicy = .newest
    ) -> [TimelineEntry] {
        var timeline = PurchaseTimeline(self, at: now)
        timeline.addTransactions()
        timeline.addPeriods()
        timeline.addRenewals()
        if policy == .newest { timeline.addTransfers() }
        return timeline.entries.filter { $0.date <= now }.sorted()
    }
}

/// A builder for the changes of a purchase until a date.
struct PurchaseTimeline {
    /// The entries, unordered; some may have later dates.
    var entries: [TimelineEntry] = []
    /// The start dates of periods that don't follow another one.
    var starts: [Milliseconds] = []
    let now: Milliseconds
    let originalTransactionID: String
    /// The transactions that have begun, the oldest first.
    let transactions: [TransactionFact]
    let periods: [TimelinePeriod]
    /// The renewal infos that are signed until the date, in order.
    let renewals: [RenewalFact]

    init(_ history: PurchaseHistory, at now: Milliseconds) {
        self.now = now
        originalTransactionID = history.key.originalTransactionID
        transactions = history.transactions.values.filter { $0.terms.purchaseDate <= now }
            .sorted { $0.isOlder(than: $1) }
        renewals = history.renewals.values.filter { $0.signingDate <= now }
            .sorted { $0.watermark < $1.watermark }
        periods = Self.periods(of: transactions, renewals)
    }

    private static func periods(
        of transactions: [TransactionFact],
        _ renewals: [RenewalFact]
    ) -> [TimelinePeriod] {
        var periods: [TimelinePeriod] = []
        for fact in transactions where periods.isEmpty || !periods[periods.count - 1].add(fact) {
            periods.append(TimelinePeriod(fact))
        }
        for renewal in renewals where renewal.hasIssue {
            let date = renewal.signingDate
            let failed = periods.lastIndex { $0.start <= date && $0.canFail(at: date) }
            if let failed { periods[failed].issues.append(renewal) }
        }
        return periods
    }

    func entry(
        _ reason: EventReason,
        at date: Milliseconds,
        _ fact: TransactionFact
    ) -> TimelineEntry {
        var entry = TimelineEntry(date: date, reason: reason)
        entry.originalTransactionID = originalTransactionID
        entry.transactionID = fact.transactionID
        entry.productID = fact.terms.productID
        entry.price = fact.details?.price
        entry.currency = fact.details?.currency
        entry.offerType = fact.details?.offerType
        entry.offerID = fact.details?.offerID
        entry.offerDiscountType = fact.details?.offerDiscountType
        entry.periodStart = fact.terms.purchaseDate
        entry.periodEnd = fact.terms.expirationDate
        return entry
    }

    mutating func add(_ reason: EventReason, at date: Milliseconds, _ fact: TransactionFact) {
        entries.append(entry(reason, at: date, fact))
    }
}

// MARK: - Transactions

extension PurchaseTimeline {
    /// Adds refunds, of transactions and of seats.
    mutating func addTransactions() {
        for fact in transactions {
            if fact.terms.watermark.isRevoked {
                addRevocation(of: fact)
            } else if let date = fact.lastRevocation {
                add(.refundReversed, at: date, fact)
            }
            if let date = fact.seatRefund?.signingDate, !fact.isRevoked(at: date) {
                add(.seatsChanged, at: date, fact)
            }
        }
    }

    private mutating func addRevocation(of fact: TransactionFact) {
        let date = fact.revocationDate
        guard fact.isWithdrawn else { return add(.refunded, at: date, fact) }
        // A withdrawal affects all periods, but past ones had already ended.
        if date < fact.terms.expirationDate ?? .max { add(.expired, at: date, fact) }
    }

    /// Adds a transfer for each token that differs from the previous one.
    mutating func addTransfers() {
        let claims = transactions.filter { $0.claim != nil }.sorted { $0.isBought(before: $1) }
        for (former, fact) in zip(claims, claims.dropFirst())
        where former.claim?.token != fact.claim?.token {
            var entry = entry(.transferred, at: fact.terms.purchaseDate, fact)
            entry.customer = (former.claim?.token).map(CustomerID.account)
            entries.append(entry)
        }
    }
}

extension TransactionFact {
    /// Whether the transaction was revoked by a date, with its seats.
    fileprivate func isRevoked(at date: Milliseconds) -> Bool {
        terms.watermark.isRevoked && revocationDate <= date
    }
}
