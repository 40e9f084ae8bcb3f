/// A period that has begun, with the transactions that represent it, the first one first.
struct TimelinePeriod {
    private(set) var transactions: [TransactionFact]
    /// The renewal infos that report its failed renewal, in order.
    var issues: [RenewalFact] = []

    init(_ first: TransactionFact) {
        transactions = [first]
    }

    /// Adds the next transaction if it also represents the period.
    mutating func add(_ fact: TransactionFact) -> Bool {
        guard fact.isOfPeriod(of: newest) else { return false }
        transactions.append(fact)
        return true
    }

    var first: TransactionFact { transactions[0] }
    var newest: TransactionFact { transactions[transactions.count - 1] }
    var start: Milliseconds { first.terms.purchaseDate }
    var expirationDate: Milliseconds? { first.terms.expirationDate }

    /// The end by its transactions: a revocation of all of them, or the expiration.
    var end: Milliseconds? {
        guard transactions.allSatisfy(\.terms.watermark.isRevoked) else { return expirationDate }
        return min(expirationDate ?? .max, transactions.map(\.revocationDate).max() ?? .max)
    }

    /// Whether a revocation ends the period before its time.
    var isCutShort: Bool { end != expirationDate }

    /// Whether a renewal info at a date can be about this period's failed renewal.
    ///
    /// The App Store charges up to a day before the end.
    func canFail(at date: Milliseconds) -> Bool {
        guard let expirationDate else { return false }
        let half = expirationDate.subtracting(start) / 2
        return date >= expirationDate.subtracting(min(.day, max(0, half)))
    }
}

extension TransactionFact {
    /// The date of the refund; the date it was signed if the document lacks one.
    package var revocationDate: Milliseconds { terms.revocationDate ?? terms.watermark.signingDate }

    /// Whether the transaction is a renewal.
    var isRenewal: Bool { details?.reason == "RENEWAL" }

    var isConsumable: Bool { details?.productType == "Consumable" }

    /// Whether access was withdrawn without a refund: from a family or a group.
    var isWithdrawn: Bool {
        ["FAMILY_REVOKE", "ASSIGNMENT_REVOKE"].contains(details?.revocationType)
    }
}

extension RenewalFact {
    var signingDate: Milliseconds { watermark.signingDate }

    /// Whether the renewal failed, and may still succeed.
    var hasIssue: Bool { isInBillingRetry || gracePeriodEnd.map { $0 > signingDate } ?? false }
}
