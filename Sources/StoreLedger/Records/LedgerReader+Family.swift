import Foundation
package import StoreModel

extension LedgerReader {
    /// The newest transaction by which the customer has another's purchase.
    package func sharedPurchase(of id: LedgerEntry.ID) throws -> LedgerEntry? {
        try firstEntry(.sharedPurchase, [id])
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
        guard let groupID = entry.subscriptionGroupID else {
            return try sharedPurchase(of: entry.id)
        }
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

    /// The subscriptions of others that the customer has or had by sharing, each with the
    /// customer's own transactions, which are among some entries.
    package func sharedSubscriptions(
        among entries: [LedgerEntry]
    ) throws -> [CustomerSubscription] {
        let shared = entries.filter { entry in
            entry.isFamilyShared && entry.isSubscription && entry.state == .purchased
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

    /// The purchaser's subscription, as far as the customer has its current period.
    private func sharedSubscription(newest: LedgerEntry) throws -> CustomerSubscription? {
        guard let id = newest.sharedEntryID, let purchase = try anyEntry(id),
            let subscription = try acting(for: purchase.customerID)
                .subscription(purchase.originalID)
        else { return nil }
        let present = try sharedPurchase(of: subscription.entryID)
        return subscription.shared(by: present ?? newest, isPresent: present != nil)
    }
}
