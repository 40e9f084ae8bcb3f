/// The statements about one purchase, at most one about each transaction, and all of renewals.
///
/// Histories are united in any order, and a statement may be in several of them.
package struct PurchaseHistory: Hashable, Sendable {
    package let key: PurchaseKey
    /// The transactions by their identifiers.
    package private(set) var transactions: [String: TransactionFact] = [:]
    /// The renewal infos; the greatest watermark counts for the present.
    package private(set) var renewals: [Watermark: RenewalFact] = [:]

    package init(_ key: PurchaseKey) {
        self.key = key
    }

    package mutating func merge(_ fact: TransactionFact) {
        if let index = transactions.index(forKey: fact.transactionID) {
            transactions.values[index].merge(fact)
        } else {
            transactions[fact.transactionID] = fact
        }
    }

    package mutating func merge(_ fact: RenewalFact) {
        renewals[fact.watermark] = fact
    }

    package mutating func merge(_ other: PurchaseHistory) {
        for fact in other.transactions.values { merge(fact) }
        for fact in other.renewals.values { merge(fact) }
    }
}

extension PurchaseHistory {
    /// The date of the newest signature; the earliest date without a statement.
    package var newestSigningDate: Milliseconds {
        let dates =
            transactions.values.map(\.terms.watermark.signingDate)
            + renewals.keys.map(\.signingDate)
        return dates.max() ?? .min
    }
}

// MARK: - The purchase

extension PurchaseHistory {
    /// Returns the purchase in the newest period that has begun by a date, or `nil`.
    ///
    /// The newest transaction sets the period. If several transactions with the same end represent
    /// it, one that grants takes precedence.
    package func purchase(begunBy date: Milliseconds = .max) -> Purchase? {
        purchase(begunBy: date, newestRenewal)
    }

    /// Returns the purchase at a date, then in each later period, in order.
    package func periods(at date: Milliseconds) -> [Purchase] {
        var dates: Set = [date]
        for fact in transactions.values where fact.terms.purchaseDate > date {
            dates.insert(fact.terms.purchaseDate)
        }
        let renewal = newestRenewal
        return dates.sorted().compactMap { purchase(begunBy: $0, renewal) }
    }

    /// The units of a consumable, without refunded transactions.
    package var units: Int64 {
        transactions.values.filter { !$0.terms.watermark.isRevoked }
            .reduce(0) { $0 + Int64($1.details?.quantity ?? 1) }
    }

    private var newestRenewal: Purchase.Renewal? {
        renewals.values.max { $0.watermark < $1.watermark }.map(Purchase.Renewal.init)
    }

    private func purchase(
        begunBy date: Milliseconds,
        _ renewal: Purchase.Renewal?
    ) -> Purchase? {
        let begun = transactions.values.lazy.filter { $0.terms.purchaseDate <= date }
        guard let newest = begun.max(by: { $0.isOlder(than: $1) }) else { return nil }
        var deciding = newest
        var seats: Int64?
        for fact in begun where fact.isOfPeriod(of: newest) {
            if deciding.decidesLess(than: fact) { deciding = fact }
            if !fact.endsAccess, let own = fact.details?.seats { seats = (seats ?? 0) + Int64(own) }
        }
        return Purchase(
            originalTransactionID: key.originalTransactionID,
            productID: deciding.terms.productID,
            productType: deciding.details?.productType,
            purchaseDate: newest.terms.purchaseDate,
            expirationDate: deciding.terms.expirationDate,
            isRevoked: deciding.endsAccess,
            seats: seats,
            isAssigned: deciding.details?.isAssigned ?? false,
            isBilledMonthly: deciding.details?.isBilledMonthly ?? false,
            renewal: renewal
        )
    }
}

extension Purchase.Renewal {
    fileprivate init(_ fact: RenewalFact) {
        self.init(
            signingDate: fact.watermark.signingDate,
            gracePeriodEnd: fact.gracePeriodEnd,
            isInBillingRetry: fact.isInBillingRetry
        )
    }
}

extension TransactionFact {
    var isUpgraded: Bool { details?.isUpgraded ?? false }
    private var sharesPeriod: Bool { details?.sharesPeriod ?? false }

    /// Whether the transaction grants no access, whatever the date.
    var endsAccess: Bool { terms.watermark.isRevoked || isUpgraded }

    /// Whether the transaction comes before another one, by date, upgrade and identifier.
    ///
    /// Of two transactions with the same date, an upgraded one is older.
    func isOlder(than other: TransactionFact) -> Bool {
        if terms.purchaseDate == other.terms.purchaseDate, isUpgraded != other.isUpgraded {
            return isUpgraded
        }
        return isBought(before: other)
    }

    /// Whether the transaction is before another one by date and identifier.
    func isBought(before other: TransactionFact) -> Bool {
        if terms.purchaseDate != other.terms.purchaseDate {
            return terms.purchaseDate < other.terms.purchaseDate
        }
        return transactionID < other.transactionID
    }

    /// Whether the transaction represents the period of the newest one.
    func isOfPeriod(of newest: TransactionFact) -> Bool {
        if transactionID == newest.transactionID { return true }
        guard let expirationDate = terms.expirationDate else { return false }
        return expirationDate == newest.terms.expirationDate
            && (sharesPeriod || newest.sharesPeriod)
    }

    /// Whether another transaction of the period takes precedence over this one.
    fileprivate func decidesLess(than other: TransactionFact) -> Bool {
        endsAccess != other.endsAccess ? endsAccess : isBought(before: other)
    }
}
