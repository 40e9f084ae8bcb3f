import Foundation

/// The rule of an app for a purchase that accounts claim one after another.
package enum TransferPolicy: String, Hashable, Sendable, CaseIterable {
    /// The newest `appAccountToken` owns the purchase.
    case newest
    /// The oldest `appAccountToken` keeps the purchase.
    case keep
    /// All accounts own the purchase.
    case share
}

extension PurchaseHistory {
    /// Returns the customers that own the purchase: at least one if there is a transaction.
    ///
    /// The owners of a shared purchase are in the order of their first transactions. Without a
    /// token, the owner is the newest known download of the app, or else the purchase itself.
    package func owners(_ policy: TransferPolicy) -> [CustomerID] {
        switch policy {
        case .newest:
            if let token = newest(\.claim)?.token { return [.account(token)] }
        case .keep:
            if let token = tokensByAge.first { return [.account(token)] }
        case .share:
            let tokens = tokensByAge
            if !tokens.isEmpty { return tokens.map(CustomerID.account) }
        }
        guard !transactions.isEmpty else { return [] }
        let download = newest(\.appTransactionID)
        return [
            download.map(CustomerID.appTransaction)
                ?? .originalTransaction(key.originalTransactionID)
        ]
    }

    /// Returns the customers that would own the purchase if a customer claimed it now.
    ///
    /// The claim is a later transaction of the purchase with the customer's token.
    package func owners(_ policy: TransferPolicy, ifClaimedBy customer: CustomerID) -> [CustomerID]
    {
        let owners = owners(policy)
        let isClaimed = transactions.values.contains { $0.claim != nil }
        switch policy {
        case .newest: return [customer]
        case .keep: return isClaimed ? owners : [customer]
        case .share:
            guard isClaimed else { return [customer] }
            return owners.contains(customer) ? owners : owners + [customer]
        }
    }

    /// Returns a part of the newest transaction with it.
    private func newest<Part>(_ part: (TransactionFact) -> Part?) -> Part? {
        var newest: TransactionFact?
        for fact in transactions.values where part(fact) != nil {
            if newest?.isBought(before: fact) ?? true { newest = fact }
        }
        return newest.flatMap(part)
    }

    /// The tokens in the order of their first transactions, each once.
    private var tokensByAge: [UUID] {
        var known: Set<UUID> = []
        return transactions.values.filter { $0.claim != nil }
            .sorted { $0.isBought(before: $1) }
            .compactMap { $0.claim?.token }
            .filter { known.insert($0).inserted }
    }
}

extension TransactionFact {
    fileprivate var appTransactionID: String? { details?.appTransactionID }
}
