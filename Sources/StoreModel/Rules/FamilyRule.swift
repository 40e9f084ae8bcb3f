package import Foundation

/// Begins and ends the sharing of purchases in a family.
package struct FamilyRule {
    package let date: Date

    package init(at date: Date) {
        self.date = date
    }

    /// A member's transaction of another member's purchase.
    package typealias Access = (entry: LedgerEntry, purchaserID: Customer.ID)
}

// Members.
extension FamilyRule {
    /// Joins the family of an organizer, and begins it with the first member.
    ///
    /// - Returns: The customer and the organizer as members.
    /// - Throws: `.unsuitableCustomer` if the customer has a family, or the organizer is a member
    ///   of another's.
    package func join(
        _ customer: Customer,
        organizer: Customer
    ) throws(StoreError) -> (customer: Customer, organizer: Customer) {
        guard customer.id != organizer.id else {
            throw .unsuitableCustomer(name: customer.name, needs: "a customer beside the organizer")
        }
        guard customer.familyOrganizerID == nil else {
            throw .unsuitableCustomer(name: customer.name, needs: "without a family")
        }
        guard organizer.familyOrganizerID == nil || organizer.isOrganizer else {
            let needs = "the organizer of a family"
            throw .unsuitableCustomer(name: organizer.name, needs: needs)
        }
        var (customer, organizer) = (customer, organizer)
        organizer.familyOrganizerID = organizer.id
        customer.familyOrganizerID = organizer.id
        return (customer, organizer)
    }

    /// Leaves a family, and revokes shared purchases in both directions.
    ///
    /// If the organizer leaves, the family ends. `accesses` are the transactions of all members.
    package func leave(
        _ customer: Customer,
        family: [Customer],
        accesses: [Access]
    ) -> [LedgerEdit] {
        let leaving = customer.isOrganizer ? family : [customer]
        var accesses = accesses
        func withdraw(from member: Customer, purchasesOf purchaser: Customer) -> [LedgerEdit] {
            func isEnded(_ access: Access) -> Bool {
                access.entry.customerID == member.id && access.purchaserID == purchaser.id
            }
            defer { accesses.removeAll(where: isEnded) }
            return revoke(accesses.filter(isEnded), of: purchaser.id)
        }
        let revocations = leaving.flatMap { member -> [LedgerEdit] in
            let others = family.filter { $0.id != member.id }
            return others.flatMap { withdraw(from: $0, purchasesOf: member) }
                + others.flatMap { withdraw(from: member, purchasesOf: $0) }
        }
        return revocations
            + leaving.map { member in
                var member = member
                member.familyOrganizerID = nil
                member.asksToBuy = false
                return .saveCustomer(member)
            }
    }

    /// Decides whether the organizer has to approve a customer's purchases.
    ///
    /// - Throws: `.unsuitableCustomer` if the customer isn't a member of a family, or organizes it.
    package func setAsksToBuy(
        _ asksToBuy: Bool,
        of customer: Customer
    ) throws(StoreError) -> [LedgerEdit] {
        guard !asksToBuy || customer.familyOrganizerID != nil && !customer.isOrganizer else {
            let needs = "a member of a family that another customer organizes"
            throw .unsuitableCustomer(name: customer.name, needs: needs)
        }
        var customer = customer
        customer.asksToBuy = asksToBuy
        return [.saveCustomer(customer)]
    }
}

// Access to purchases.
extension FamilyRule {
    /// The purchases of a customer that the family gets access to.
    ///
    /// A period that another has followed is over, even if it would end later.
    package func sharedPurchases(
        among purchases: [LedgerEntry],
        of purchaser: Customer,
        subscriptions: [CustomerSubscription],
        catalog: Catalog
    ) -> [LedgerEntry] {
        presentPurchases(among: purchases, subscriptions: subscriptions).filter { entry in
            let product = catalog.product(withIdentifier: entry.productID)
            return FamilySharingRule.isCurrent(entry, at: date)
                && FamilySharingRule.isShared(entry, of: product, by: purchaser)
        }
    }

    /// The purchases that are the current period of a subscription, or of another product.
    package func presentPurchases(
        among purchases: [LedgerEntry],
        subscriptions: [CustomerSubscription]
    ) -> [LedgerEntry] {
        let periods = Set(subscriptions.map(\.entryID))
        return purchases.filter { !$0.isSubscription || periods.contains($0.id) }
    }

    /// Gives a member access to a purchase from now on.
    package func share(
        _ entry: LedgerEntry,
        with member: FamilyMember,
        numbers: inout EntryNumbers
    ) -> [LedgerEdit] {
        FamilySharingRule.access(of: member, to: entry, from: date, at: date, numbers: &numbers)
    }

    /// Ends a member's access to the purchases of one purchaser.
    package func revoke(_ accesses: [Access], of purchaserID: Customer.ID) -> [LedgerEdit] {
        let ended = accesses.filter { $0.purchaserID == purchaserID }.map(\.entry)
        return FamilySharingRule.revocation(ofMember: ended, at: date)
    }

    /// Begins or ends the sharing of a purchase whose product became shareable, or stopped being
    /// so; without members, access ends.
    package func updateSharing(
        of entry: LedgerEntry,
        with members: [FamilyMember],
        shared: [LedgerEntry],
        numbers: inout EntryNumbers
    ) -> [LedgerEdit] {
        let members = members.filter(entry.isFor)
        guard !members.isEmpty, FamilySharingRule.isShareable(entry) else {
            return FamilySharingRule.revocation(of: shared, at: date)
        }
        guard FamilySharingRule.isCurrent(entry, at: date) else { return [] }
        return members.flatMap { member -> [LedgerEdit] in
            let access = shared.last { $0.customerID == member.customerID }
            guard access == nil || access?.revocationDate != nil else { return [] }
            return share(entry, with: member, numbers: &numbers)
        }
    }
}
