import AppReceipt
import Foundation
import StoreLedger
import StoreModel

// Purchases that a family shares.
extension LedgerWriter {
    /// Gives the family access to a purchase of the customer, as its product permits.
    ///
    /// Sharing is judged for each period of a subscription. One that is not shared ends the access
    /// to `former`, the period before.
    func shareWithFamily(
        _ entry: LedgerEntry,
        after former: LedgerEntry.ID? = nil,
        renewal: NotificationEvent? = nil,
        catalog: Catalog,
        at date: Date
    ) throws {
        let recipients = try reader.recipients(of: entry, catalog: catalog)
        for member in recipients {
            try acting(for: member.id)
                .addAccess(to: entry, from: entry.purchaseDate, renewal: renewal, at: date)
        }
        if recipients.isEmpty, let former { try revokeAccess(to: former, at: date) }
    }

    /// Gives a member access to the customer's current purchases.
    func share(
        from purchaser: Customer,
        with member: Customer,
        catalog: Catalog,
        at date: Date
    ) throws {
        guard purchaser.sharesPurchases else { return }
        let purchaserReader = acting(for: purchaser.id).reader
        let purchases = try purchaserReader.restorableEntries(applicationUsername: nil)
        for entry in purchases where try purchaserReader.isCurrent(entry, at: date) {
            let product = catalog.product(withIdentifier: entry.productID)
            guard FamilySharingRule.isShared(entry, of: product, by: purchaser) else { continue }
            try acting(for: member.id).addAccess(to: entry, from: date, at: date)
        }
    }

    /// Adds the transaction that gives the customer access to another's purchase.
    ///
    /// Source: Apple's documentation of `in_app_ownership_type` and of family members'
    /// transactions, which have numbers of their own. That they are delivered to the queue, at the
    /// time of the purchase, and that those for one subscription have one original transaction, is
    /// inference.
    ///
    /// The access begins at `start`, unless the purchase is later. `renewal` is the notification of
    /// the purchaser's server, if the purchase is a renewal.
    func addAccess(
        to entry: LedgerEntry,
        from start: Date,
        renewal: NotificationEvent? = nil,
        at date: Date
    ) throws {
        let former = try reader.latestAccess(to: entry)
        let shared = try insert(LedgerEntry(sharing: entry, following: former, at: start))
        let event = NotificationRule.event(ofSharing: shared, former: former, renewal: renewal)
        try notify(event, about: shared, at: date)
        try renewReceiptOfMember(at: date)
    }

    /// Revokes the transactions that some members have of the customer's purchases.
    func withdraw(fromMembers members: [Customer], at date: Date) throws {
        for member in members {
            let writer = acting(for: member.id)
            try writer.revokeAccess(writer.reader.entriesShared(by: customerID), at: date)
        }
    }

    /// Revokes the transactions by which a family has a purchase.
    ///
    /// Source: Apple's documentation of refunds of purchases that are shared.
    func revokeAccess(to id: LedgerEntry.ID, at date: Date) throws {
        for shared in try reader.sharedPurchases(of: id) where shared.revocationDate == nil {
            try acting(for: shared.customerID).revokeAccess([shared], at: date)
        }
    }

    private func revokeAccess(_ entries: [LedgerEntry], at date: Date) throws {
        guard !entries.isEmpty else { return }
        let revoked = entries.map { $0.withRevokedAccess(at: date) }
        for entry in revoked { try update(entry) }
        for entry in revoked { try notify(NotificationEvent(.revoke), about: entry, at: date) }
        try renewReceiptOfMember(at: date)
    }

    /// Changes the transactions by which a family has a purchase, as the purchase changed.
    func updateAccess(to entry: LedgerEntry, at date: Date) throws {
        for var shared in try reader.sharedPurchases(of: entry.id)
        where shared.revocationDate == nil {
            shared.expirationDate = entry.expirationDate
            shared.isUpgraded = entry.isUpgraded
            shared.upgradeDate = entry.upgradeDate
            let writer = acting(for: shared.customerID)
            try writer.update(shared)
            try writer.renewReceiptOfMember(at: date)
        }
    }

    /// Deletes the transactions by which a family has a purchase, and their restored copies.
    func deleteAccess(to id: LedgerEntry.ID, at date: Date) throws {
        for shared in try reader.sharedEntries(of: id) {
            let writer = acting(for: shared.customerID)
            try writer.delete(shared.id)
            try writer.renewReceiptOfMember(at: date)
        }
    }

    /// Records notifications about a subscription for the members who have its current period, as
    /// far as they concern access.
    func notifyFamily(
        _ events: [NotificationEvent],
        about subscription: CustomerSubscription,
        at date: Date
    ) throws {
        let events = events.filter(NotificationRule.concernsAccess)
        guard !events.isEmpty else { return }
        for shared in try reader.sharedPurchases(of: subscription.entryID)
        where shared.revocationDate == nil {
            try notify(events, about: shared, at: date)
        }
    }

    /// Renews the receipt of a member, for whom a renewal may be settled after a later purchase.
    private func renewReceiptOfMember(at date: Date) throws {
        let lastDate = try reader.receiptIssuance()?.date ?? date
        try renewReceipt(at: max(date, lastDate))
    }
}

extension LedgerReader {
    /// The other members of the family, if the customer shares a purchase with them.
    func recipients(of entry: LedgerEntry, catalog: Catalog) throws -> [Customer] {
        let product = catalog.product(withIdentifier: entry.productID)
        // Most products are not shareable, which spares a query.
        guard product?.isFamilyShareable == true else { return [] }
        let purchaser = try customer()
        guard FamilySharingRule.isShared(entry, of: product, by: purchaser),
            let organizerID = purchaser.familyOrganizerID
        else { return [] }
        return try family(organizedBy: organizerID).filter { $0.id != purchaser.id }
    }

    /// Whether a member who joins the family at a date gets access to a purchase of the customer.
    ///
    /// A period that another has followed is over, even if it would end later.
    func isCurrent(_ entry: LedgerEntry, at date: Date) throws -> Bool {
        try FamilySharingRule.isCurrent(entry, at: date) && isPresent(entry)
    }

    /// Whether a purchase of the customer is the current period of a subscription, or of another
    /// product.
    func isPresent(_ entry: LedgerEntry) throws -> Bool {
        guard entry.isSubscription else { return true }
        return try subscription(entry.originalID)?.entryID == entry.id
    }
}

extension LedgerEntry {
    /// The transaction of a member who loses access; it isn't upgraded for the member.
    fileprivate func withRevokedAccess(at date: Date) -> LedgerEntry {
        var revoked = self
        revoked.revocationDate = date
        revoked.revocationReason = .other
        revoked.isRevocationUndelivered = true
        revoked.isUpgraded = false
        revoked.upgradeDate = nil
        return revoked
    }
}
