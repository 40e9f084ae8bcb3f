/// Whose a purchase is and was, by its transactions.
package struct Ownership: Hashable, Sendable {
    /// The customers that have the purchase.
    package let owners: [CustomerID]
    /// The claims, in the order of their transactions.
    private let claims: [Claim]
    private let policy: TransferPolicy

    private struct Claim: Hashable {
        let date: Milliseconds
        let customer: CustomerID
    }

    package init(_ history: PurchaseHistory, _ policy: TransferPolicy) {
        owners = history.owners(policy)
        self.policy = policy
        let claimed = history.transactions.values.filter { $0.claim != nil }
        claims =
            claimed.sorted {
                ($0.terms.purchaseDate, $0.transactionID)
                    < ($1.terms.purchaseDate, $1.transactionID)
            }
            .compactMap { fact in
                fact.claim.map {
                    Claim(date: fact.terms.purchaseDate, customer: .account($0.token))
                }
            }
    }

    /// The customers that have the purchase or had it, each once.
    package var everyone: [CustomerID] {
        guard policy == .newest else { return owners }
        var seen = Set(owners)
        return owners + claims.map(\.customer).filter { seen.insert($0).inserted }
    }

    /// The customers that something happened to.
    package func recipients(of entry: TimelineEntry) -> [CustomerID] {
        guard policy == .newest, let first = claims.first else { return owners }
        let known = claims.prefix { $0.date <= entry.date }
        let present = known.last?.customer ?? first.customer
        guard entry.reason == .transferred,
            let former = known.last(where: { $0.customer != present })?.customer
        else { return [present] }
        return [former, present]
    }
}
