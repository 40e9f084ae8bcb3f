import Foundation
import StoreLedger
import StoreModel

// Members of a family.
extension Store.Family {
    /// Joins the family of an organizer, who begins one with the first member.
    ///
    /// The customer and the members share their purchases, as far as products and settings permit.
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
            if try !writer.reader.hasFamilies() { try writer.save(SharedProducts(catalog)) }
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

    /// Leaves the family; purchases that were shared in either direction are revoked.
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
    /// At the end, shared purchases are revoked.
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
    /// - Throws: `.unsuitableCustomer` if the customer isn't a member of a family, or organizes it.
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
