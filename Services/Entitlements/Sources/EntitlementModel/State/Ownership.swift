/// The current and former owners of a purchase, by its transactions.
package struct Ownership: Hashable, Sendable {
    /// The customers that own the purchase.
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

    /// The current and former owners, each once.
    package var everyone: [CustomerID] {
        guard policy == .newest else { return owners }
        var seen = Set(owners)
        return owners + claims.map(\.customer).filter { seen.insert($0).inserted }
    }

    /// The form of an entry for a customer; `nil` if it concerns only others.
    ///
    /// Both customers get the entry of a transfer, each with the other one's name.
    package func entry(_ entry: TimelineEntry, for customer: CustomerID) -> TimelineEntry? {
        guard policy == .newest, let first = claims.first else {
            return owners.contains(customer) ? entry : nil
        }
        let known = claims.prefix { $0.date <= entry.date }
        let present = known.last?.customer ?? first.customer
        if customer == present { return entry }
        guard entry.reason == .transferred, customer == entry.customer else { return nil }
        var entry = entry
        entry.customer = present
        return entry
    }
}
