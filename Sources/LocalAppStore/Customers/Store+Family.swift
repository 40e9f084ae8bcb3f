import AppReceipt
import Foundation
import StoreLedger
import StoreModel

// Members of a family.
extension Store.Family {
    /// Joins the family of an organizer, who begins one with the first member.
    ///
    /// The customer and the members share what they have, as far as products and settings permit.
    ///
    /// - Throws: `.unsuitableCustomer` if the customer has a family already, or if the organizer is
    ///   a member of another's.
    public func join(organizedBy organizerID: Customer.ID) throws(StoreError) {
        try change { writer, date in
            var customer = try writer.reader.customer()
            var organizer = try writer.acting(for: organizerID).reader.customer()
            guard customer.familyOrganizerID == nil, customer.id != organizerID else {
                throw StoreError.unsuitableCustomer(name: customer.name, needs: "without a family")
            }
            guard organizer.familyOrganizerID == nil || organizer.isOrganizer else {
                let needs = "the organizer of a family"
                throw StoreError.unsuitableCustomer(name: organizer.name, needs: needs)
            }
            organizer.familyOrganizerID = organizerID
            customer.familyOrganizerID = organizerID
            try writer.save(organizer)
            try writer.save(customer)
            for member in try writer.reader.family(organizedBy: organizerID)
            where member.id != customer.id {
                try writer.share(from: customer, with: member, catalog: catalog, at: date)
                try writer.share(from: member, with: customer, catalog: catalog, at: date)
            }
        }
    }

    /// Leaves the family; what was shared in either direction is revoked.
    ///
    /// If the organizer leaves, the family ends, and all members leave it. A customer without a
    /// family stays without one.
    public func leave() throws(StoreError) {
        try change { writer, date in
            let customer = try writer.reader.customer()
            guard let organizerID = customer.familyOrganizerID else { return }
            let family = try writer.reader.family(organizedBy: organizerID)
            let leaving = customer.isOrganizer ? family : [customer]
            for member in leaving {
                let others = family.filter { $0.id != member.id }
                try writer.acting(for: member.id).withdraw(fromMembers: others, at: date)
                for other in others {
                    try writer.acting(for: other.id).withdraw(fromMembers: [member], at: date)
                }
            }
            for var member in leaving {
                member.familyOrganizerID = nil
                member.asksToBuy = false
                try writer.save(member)
            }
        }
    }

    /// Starts or stops sharing the customer's purchases with the family.
    ///
    /// At the end, what was shared is revoked.
    public func setSharesPurchases(_ isSharing: Bool) throws(StoreError) {
        try change { writer, date in
            var customer = try writer.reader.customer()
            guard customer.sharesPurchases != isSharing else { return }
            customer.sharesPurchases = isSharing
            try writer.save(customer)
            guard let organizerID = customer.familyOrganizerID else { return }
            let others = try writer.reader.family(organizedBy: organizerID)
                .filter { $0.id != customer.id }
            guard isSharing else { return try writer.withdraw(fromMembers: others, at: date) }
            for member in others {
                try writer.share(from: customer, with: member, catalog: catalog, at: date)
            }
        }
    }

    /// Decides whether the organizer has to approve the customer's purchases.
    ///
    /// Each then waits, deferred, for ``approve(_:)`` or ``decline(_:)``.
    ///
    /// - Throws: `.unsuitableCustomer` if the customer is no member of a family, or organizes it.
    public func setAsksToBuy(_ asksToBuy: Bool) throws(StoreError) {
        try change { writer, _ in
            var customer = try writer.reader.customer()
            guard !asksToBuy || customer.familyOrganizerID != nil && !customer.isOrganizer else {
                let needs = "a member of a family that another customer organizes"
                throw StoreError.unsuitableCustomer(name: customer.name, needs: needs)
            }
            customer.asksToBuy = asksToBuy
            try writer.save(customer)
        }
    }
}

// Shared purchases.
extension LedgerWriter {
    /// Gives the family access to a purchase of the customer, as its product permits.
    func shareWithFamily(_ entry: LedgerEntry, catalog: Catalog, at date: Date) throws {
        let product = catalog.product(withIdentifier: entry.productID)
        guard product?.isFamilyShareable == true else { return }
        let purchaser = try reader.customer()
        guard FamilySharingRule.isShared(entry, of: product, by: purchaser),
            let organizerID = purchaser.familyOrganizerID
        else { return }
        for member in try reader.family(organizedBy: organizerID) where member.id != purchaser.id {
            try acting(for: member.id).addAccess(to: entry, at: date)
        }
    }

    /// Gives a member access to the customer's present purchases.
    fileprivate func share(
        from purchaser: Customer,
        with member: Customer,
        catalog: Catalog,
        at date: Date
    ) throws {
        guard purchaser.sharesPurchases else { return }
        let purchases = try acting(for: purchaser.id).reader
            .restorableEntries(applicationUsername: nil)
        for entry in purchases where FamilySharingRule.isCurrent(entry, at: date) {
            let product = catalog.product(withIdentifier: entry.productID)
            guard FamilySharingRule.isShared(entry, of: product, by: purchaser) else { continue }
            try acting(for: member.id).addAccess(to: entry, at: date)
        }
    }

    /// Adds the transaction that gives the customer access to another's purchase.
    ///
    /// Source: Apple's documentation of `in_app_ownership_type` and of family members'
    /// transactions, which have numbers of their own. That they are delivered to the queue, at the
    /// time of the purchase, and that those for one subscription have one original transaction, is
    /// inference.
    func addAccess(to entry: LedgerEntry, at date: Date) throws {
        let former = try reader.latestAccess(to: entry)
        let shared = try insert(LedgerEntry(sharing: entry, following: former, at: date))
        try notify(
            NotificationRule.event(ofSharing: shared, former: former),
            about: shared,
            at: date
        )
        // A renewal may be settled after the member bought something later.
        let lastDate = try reader.receiptIssuance()?.date ?? date
        try renewReceipt(at: max(date, lastDate))
    }

    /// Revokes what some members have from the customer.
    fileprivate func withdraw(fromMembers members: [Customer], at date: Date) throws {
        for member in members {
            let writer = acting(for: member.id)
            let shared = try writer.reader.entriesShared(by: customerID)
            for entry in shared { try writer.revokeAccess(entry, at: date) }
            if !shared.isEmpty { try writer.renewReceipt(at: date) }
        }
    }

    /// Revokes the transactions by which a family has a purchase.
    ///
    /// Source: Apple's documentation of refunds of purchases that are shared.
    func revokeAccess(to entry: LedgerEntry, at date: Date) throws {
        for shared in try reader.sharedPurchases(of: entry.id) {
            let writer = acting(for: shared.customerID)
            try writer.revokeAccess(shared, at: date)
            try writer.renewReceipt(at: date)
        }
    }

    private func revokeAccess(_ shared: LedgerEntry, at date: Date) throws {
        guard shared.revocationDate == nil else { return }
        var revoked = shared
        revoked.revocationDate = date
        revoked.revocationReason = .other
        revoked.isRevocationUndelivered = true
        try update(revoked)
        try notify(NotificationEvent(.revoke), about: revoked, at: date)
    }

    /// Changes the transactions by which a family has a purchase, as the purchase changed.
    func updateAccess(to entry: LedgerEntry, at date: Date) throws {
        for var shared in try reader.sharedPurchases(of: entry.id) {
            shared.expirationDate = entry.expirationDate
            shared.isUpgraded = entry.isUpgraded
            shared.upgradeDate = entry.upgradeDate
            let writer = acting(for: shared.customerID)
            try writer.update(shared)
            try writer.renewReceipt(at: date)
        }
    }

    /// Deletes the transactions by which a family has a purchase, and their restored copies.
    func deleteAccess(to id: Int64, at date: Date) throws {
        for shared in try reader.sharedEntries(of: id) {
            let writer = acting(for: shared.customerID)
            try writer.delete(shared.id)
            try writer.renewReceipt(at: date)
        }
    }
}
