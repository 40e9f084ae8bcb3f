import Foundation
import StoreLedger
import StoreModel

// Members of a family.
extension Store.Family {
    /// Joins the family of an organizer; the first member's joining creates the family.
    ///
    /// The customer and the members share their purchases, as far as products and settings permit.
    ///
    /// - Throws: `.unsuitableCustomer` if the customer has a family already, or if the organizer is
    ///   a member of another's.
    public func join(organizedBy organizerID: Customer.ID) throws(StoreError) {
        try store.change { writer, date in
            let reader = writer.reader
            let (customer, organizer) = try FamilyRule(at: date).join(
                try reader.customer(),
                organizer: try reader.acting(for: organizerID).customer()
            )
            if try !reader.hasFamilies() { try writer.save(SharedProducts(store.catalog)) }
            try writer.apply([.saveCustomer(organizer), .saveCustomer(customer)])
            for member in try reader.family(organizedBy: organizerID)
            where member.id != customer.id {
                try share(from: customer, with: member, at: date, in: writer)
                try share(from: member, with: customer, at: date, in: writer)
            }
        }
    }

    /// Leaves the family; purchases that were shared in either direction are revoked.
    ///
    /// If the organizer leaves, the family ends, and all members leave it. A customer without a
    /// family stays without one.
    public func leave() throws(StoreError) {
        try store.change { writer, date in
            let customer = try writer.reader.customer()
            guard let organizerID = customer.familyOrganizerID else { return }
            let family = try writer.reader.family(organizedBy: organizerID)
            let edits = FamilyRule(at: date).leave(
                customer,
                family: family,
                accesses: try family.flatMap { try writer.reader.acting(for: $0.id).accesses() }
            )
            try writer.apply(edits)
        }
    }

    /// Starts or stops sharing the customer's purchases with the family.
    ///
    /// At the end, shared purchases are revoked.
    public func setSharesPurchases(_ isSharing: Bool) throws(StoreError) {
        try store.change { writer, date in
            let reader = writer.reader
            var customer = try reader.customer()
            guard customer.sharesPurchases != isSharing else { return }
            customer.sharesPurchases = isSharing
            try writer.apply([.saveCustomer(customer)])
            guard let organizerID = customer.familyOrganizerID else { return }
            for member in try reader.family(organizedBy: organizerID)
            where member.id != customer.id {
                if isSharing {
                    try share(from: customer, with: member, at: date, in: writer)
                } else {
                    let accesses = try reader.acting(for: member.id).accesses()
                    try writer.apply(FamilyRule(at: date).revoke(accesses, of: customer.id))
                }
            }
        }
    }

    /// Decides whether the organizer has to approve the customer's purchases.
    ///
    /// Each then waits, deferred, until it is approved or declined.
    ///
    /// - Throws: `.unsuitableCustomer` if the customer isn't a member of a family, or organizes it.
    public func setAsksToBuy(_ asksToBuy: Bool) throws(StoreError) {
        try store.change { writer, date in
            let customer = try writer.reader.customer()
            try writer.apply(FamilyRule(at: date).setAsksToBuy(asksToBuy, of: customer))
        }
    }

    /// Gives a member access to the current purchases of another.
    private func share(
        from purchaser: Customer,
        with member: Customer,
        at date: Date,
        in writer: LedgerWriter
    ) throws {
        guard purchaser.sharesPurchases else { return }
        let rule = FamilyRule(at: date)
        let reader = writer.acting(for: purchaser.id).reader
        let purchases = rule.sharedPurchases(
            among: try reader.restorableEntries(applicationUsername: nil),
            of: purchaser,
            subscriptions: try reader.allSubscriptions(),
            catalog: store.catalog
        )
        var numbers = try writer.entryNumbers()
        for entry in purchases {
            let member = try reader.member(member.id, withAccessTo: entry)
            try writer.apply(rule.share(entry, with: member, numbers: &numbers))
        }
    }
}
