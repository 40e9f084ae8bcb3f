import Foundation
package import StoreModel

extension LedgerReader {
    /// The newest transaction by which the customer has another's purchase.
    package func sharedPurchase(of entry: LedgerEntry) throws -> LedgerEntry? {
        try firstEntry(.sharedPurchase, [entry.id])
    }

    /// The family members' transactions of a shared purchase, oldest first.
    package func sharedPurchases(of id: LedgerEntry.ID) throws -> [LedgerEntry] {
        try entries(.sharedPurchases, [id])
    }

    /// The transactions by which the members of a family have a purchase, and their restored
    /// copies.
    package func sharedEntries(of id: LedgerEntry.ID) throws -> [LedgerEntry] {
        try entries(.sharedEntries, [id])
    }

    /// The newest transaction by which the customer has another's purchase, or had any period of
    /// the same subscription.
    package func latestAccess(to entry: LedgerEntry) throws -> LedgerEntry? {
        guard let groupID = entry.subscriptionGroupID else { return try sharedPurchase(of: entry) }
        return try firstEntry(.sharedSubscription, [groupID, entry.originalID])
    }

    /// The transactions that give the customer access to another's purchases, unless revoked.
    package func entriesShared(by purchaserID: Customer.ID) throws -> [LedgerEntry] {
        try allEntries().filter { entry in
            guard entry.state == .purchased, entry.revocationDate == nil,
                let id = entry.sharedEntryID
            else { return false }
            return try anyEntry(id)?.customerID == purchaserID
        }
    }

    /// The subscriptions of others that the customer has by sharing, each with the customer's own
    /// transactions, which are among some entries.
    ///
    /// With `includesEnded`, those that are shared no more are among them, as revoked ones.
    package func sharedSubscriptions(
        among entries: [LedgerEntry],
        includesEnded: Bool = false
    ) throws -> [CustomerSubscription] {
        let shared = entries.filter { entry in
            entry.isFamilyShared && entry.isSubscription && entry.state == .purchased
                && (includesEnded || entry.revocationDate == nil)
        }
        return try Dictionary(grouping: shared, by: \.originalID).values
            .compactMap { periods in try periods.last.flatMap(sharedSubscription) }
            .sorted { $0.id < $1.id }
    }

    /// The subscription that an entry is a period of; one that a family shares has the numbers of
    /// the member's own transactions.
    package func subscription(of entry: LedgerEntry) throws -> CustomerSubscription? {
        if entry.isFamilyShared { return try sharedSubscription(newest: entry) }
        return try subscription(entry.originalID)
    }

    private func sharedSubscription(newest: LedgerEntry) throws -> CustomerSubscription? {
        guard let id = newest.sharedEntryID, let purchase = try anyEntry(id),
            var subscription = try acting(for: purchase.customerID)
                .subscription(purchase.originalID)
        else { return nil }
        subscription.id = newest.originalID
        subscription.entryID = newest.id
        guard let date = newest.revocationDate else { return subscription }
        subscription.revocationDate = date
        subscription.isAutoRenewEnabled = false
        subscription.billingIssue = nil
        return subscription
    }
}
