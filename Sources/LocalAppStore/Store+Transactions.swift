import Foundation
import StoreLedger
package import StoreModel

extension Store {
    /// The customer's transactions.
    ///
    /// Failed and deferred payments aren't included, nor are a restore's copies and the repetitions
    /// of a product that the customer owns: those belong to the original API. After the customer
    /// has signed out, the list is empty.
    ///
    /// - Parameters:
    ///   - selection: Which transactions.
    ///   - known: The revision that the caller has the transactions of.
    /// - Returns: The transactions; `nil` if the ledger still has that revision.
    /// - Throws: An error of the ledger.
    package func transactions(
        _ selection: TransactionSelection,
        unlessAt known: Int64? = nil
    ) throws(StoreError) -> TransactionListing? {
        guard isSignedIn else { return TransactionListing(revision: 0, entries: []) }
        return try readSettled { reader in
            let revision = try reader.revision()
            guard revision != known else { return nil }
            return TransactionListing(
                revision: revision,
                entries: try reader.transactions(selection).sorted(by: Self.isNewer)
            )
        }
    }

    /// The transaction with an `id`; `nil` if it is unknown.
    package func transaction(_ id: LedgerEntry.ID) throws(StoreError) -> LedgerEntry? {
        guard isSignedIn, let entry = try entry(id), entry.isListed else { return nil }
        return entry
    }

    private static func isNewer(_ first: LedgerEntry, _ second: LedgerEntry) -> Bool {
        (first.purchaseDate, first.id) > (second.purchaseDate, second.id)
    }
}

extension LedgerReader {
    fileprivate func transactions(_ selection: TransactionSelection) throws -> [LedgerEntry] {
        switch selection {
        case .history: try transactions().filter(\.isListed)
        case .historyWithConsumables: try allEntries().filter(\.isListed)
        case .unfinished: try unfinishedEntries().filter(\.isListed)
        case .entitlements: try entitlements(in: EntitlementRule.statuses)
        case .entitlementsInBillingRetry:
            try entitlements(in: EntitlementRule.statuses + [.inBillingRetryPeriod])
        }
    }

    private func entitlements(
        in statuses: [CustomerSubscription.Status]
    ) throws -> [LedgerEntry] {
        let entries = try transactions()
        let subscriptions = try allSubscriptions() + sharedSubscriptions(among: entries)
        return EntitlementRule(entries, subscriptions: subscriptions, in: statuses).entitlements
    }
}

extension Store {
    /// Whether the customer may have an introductory offer in a group now.
    package func isEligibleForIntroductoryOffer(
        inGroup groupID: String
    ) throws(StoreError) -> Bool {
        try readSettled { reader in
            try reader.history(inGroup: groupID).isEligibleForIntroductoryOffer(at: clock.now)
        }
    }
}
