import Foundation
package import StoreModel

extension LedgerReader {
    /// The customer's newest transaction of another customer's purchase.
    func sharedPurchase(of id: LedgerEntry.ID) throws -> LedgerEntry? {
        try firstEntry(.sharedPurchase, [id])
    }

    /// The members' transactions of a shared purchase, oldest first.
    package func sharedPurchases(of id: LedgerEntry.ID) throws -> [LedgerEntry] {
        try entries(.sharedPurchases, [id])
    }

    /// The members' transactions of a purchase, with restored copies.
    package func sharedEntries(of id: LedgerEntry.ID) throws -> [LedgerEntry] {
        try entries(.sharedEntries, [id])
    }

    /// The customer's newest transaction of another's purchase, or of any period of the same
    /// subscription.
    private func latestAccess(to entry: LedgerEntry) throws -> LedgerEntry? {
        guard let groupID = entry.subscriptionGroupID else {
            return try sharedPurchase(of: entry.id)
        }
        return try firstEntry(.sharedSubscription, [groupID, entry.originalID])
    }

    /// A member of the family or group, with the access to a purchase so far, if one is given.
    package func member(
        _ customerID: Customer.ID,
        isAssigned: Bool = false,
        withAccessTo entry: LedgerEntry?
    ) throws -> FamilyMember {
        let reader = acting(for: customerID)
        return FamilyMember(
            customerID: customerID,
            isAssigned: isAssigned,
            latestAccess: try entry.flatMap { try reader.latestAccess(to: $0) }
        )
    }

    /// The members with seats of a purchase, and the other members of the family, if the customer
    /// shares a product with them; each with the access to the purchase so far.
    package func recipients(
        of product: CatalogProduct?,
        withAccessTo entry: LedgerEntry?
    ) throws -> [FamilyMember] {
        let group = try entry.map { $0.seats == nil ? [] : try seatMembers(withAccessTo: $0) } ?? []
        // Most products are not shareable, which spares a query.
        guard product?.isFamilyShareable == true else { return group }
        let purchaser = try customer()
        guard purchaser.sharesPurchases, let organizerID = purchaser.familyOrganizerID
        else { return group }
        return try group
            + family(organizedBy: organizerID).filter { $0.id != purchaser.id }
            .map { try member($0.id, withAccessTo: entry) }
    }

    /// The transactions that give the customer access to purchases of the family, unless revoked.
    package func accesses() throws -> [FamilyRule.Access] {
        try allEntries().compactMap { entry in
            guard entry.state == .purchased, entry.revocationDate == nil, entry.isFamilyShared,
                let id = entry.sharedEntryID, let purchase = try anyEntry(id)
            else { return nil }
            return (entry, purchase.customerID)
        }
    }

    /// A subscription of the customer with its current period, which is read unless it is given.
    package func present(
        _ subscription: CustomerSubscription,
        period: LedgerEntry? = nil
    ) throws -> PresentPeriodRule {
        let period = try period ?? presentPeriod(of: subscription)
        return PresentPeriodRule(
            subscription,
            period: period,
            seatAdditions: try seatAdditions(to: period),
            shared: try sharedPurchases(of: subscription.entryID)
        )
    }

    /// The subscriptions that others share, or have shared, with the customer, each with the
    /// customer's own transactions among `entries`.
    package func sharedSubscriptions(
        among entries: [LedgerEntry]
    ) throws -> [CustomerSubscription] {
        let shared = entries.filter { entry in
            entry.isShared && entry.isSubscription && entry.state == .purchased
        }
        return try Dictionary(grouping: shared, by: \.originalID).values
            .compactMap { periods in try periods.last.flatMap(sharedSubscription) }
            .sorted { $0.id < $1.id }
    }

    /// The subscription of an entry's period; a shared one has the numbers of the member's own
    /// transactions.
    package func subscription(of entry: LedgerEntry) throws -> CustomerSubscription? {
        if entry.isShared { return try sharedSubscription(newest: entry) }
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
