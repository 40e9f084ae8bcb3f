package import Foundation

/// Gives seats of a subscription to customers, and takes them away.
package struct SeatMemberRule {
    private let group: SeatGroup
    /// The first transaction of the subscription's current period.
    package let period: LedgerEntry
    /// The members' transactions of that period.
    private let accesses: [LedgerEntry]
    private let date: Date

    package init(
        _ group: SeatGroup,
        period: LedgerEntry,
        accesses: [LedgerEntry],
        at date: Date
    ) {
        self.group = group
        self.period = period
        self.accesses = accesses
        self.date = date
    }

    /// Makes the invitation of the group, or returns the current one.
    ///
    /// - Throws: `.unsuitableEntry` unless Apple invites the members.
    package func invite() throws(StoreError) -> (invitation: UUID, edits: [LedgerEdit]) {
        try require(
            group.isActive && group.invitationManagement == .apple && !group.isOrganization,
            "of an active subscription with seats and Apple's invitations"
        )
        if let invitation = group.invitation { return (invitation, []) }
        let invitation = UUID()
        return (invitation, [.saveSeatGroup(group.subscriptionID, invitation: invitation)])
    }

    /// Makes the customer who accepts the invitation a member; a member stays one.
    ///
    /// - Throws: `.unsuitableCustomer` for the purchaser; `.unsuitableEntry` for an organization's
    ///   group, without a free seat, or after the subscription's period.
    package func accept(
        _ customer: Customer,
        as member: FamilyMember,
        numbers: inout EntryNumbers
    ) throws(StoreError) -> [LedgerEdit] {
        try require(!group.isOrganization, "of a group with invitations")
        return try join(customer, as: member, numbers: &numbers)
    }

    /// Assigns a seat to a customer as an organization does.
    ///
    /// The first assignment makes the group one of an organization.
    ///
    /// - Throws: `.unsuitableCustomer` for the purchaser; `.unsuitableEntry` without a free seat,
    ///   after the subscription's period, or if the group has members by invitation or claims.
    package func assign(
        to customer: Customer,
        as member: FamilyMember,
        numbers: inout EntryNumbers
    ) throws(StoreError) -> [LedgerEdit] {
        guard !group.isOrganization else {
            return try join(customer, as: member, numbers: &numbers)
        }
        let isEmpty = group.members.isEmpty && group.claims.isEmpty
        try require(isEmpty, "of a group without members by invitation, and without claims")
        var organization = group
        organization.isOrganization = true
        let rule = SeatMemberRule(organization, period: period, accesses: accesses, at: date)
        return [.saveSeatGroup(group.subscriptionID, invitation: nil)]
            + (try rule.join(customer, as: member, numbers: &numbers))
    }

    private func join(
        _ customer: Customer,
        as member: FamilyMember,
        numbers: inout EntryNumbers
    ) throws(StoreError) -> [LedgerEdit] {
        guard customer.id != group.purchaserID else {
            throw .unsuitableCustomer(name: customer.name, needs: "another than the purchaser")
        }
        guard !group.members.contains(where: { $0.customerID == customer.id }) else { return [] }
        try require(
            group.availableSeatCount > 0 && FamilySharingRule.isCurrent(period, at: date),
            "of a subscription with a free seat"
        )
        let joined = SeatMember(customerID: customer.id, joinDate: date)
        return [.insertSeatMember(joined, of: group.subscriptionID)]
            + FamilySharingRule.access(
                of: member,
                to: period,
                from: date,
                at: date,
                numbers: &numbers
            )
    }

    /// Ends the membership of a customer who leaves or is removed.
    ///
    /// - Throws: `.unsuitableCustomer` if the customer isn't a member.
    package func remove(_ customer: Customer) throws(StoreError) -> [LedgerEdit] {
        guard group.members.contains(where: { $0.customerID == customer.id }) else {
            throw .unsuitableCustomer(name: customer.name, needs: "a member of the group")
        }
        return end([customer.id])
    }

    /// Ends the newest memberships beyond a number of seats.
    ///
    /// That the members who joined last lose their seats is inference.
    package func limit(toSeats count: Int) -> [LedgerEdit] {
        let limit = SeatGroup.memberLimit(ofSeats: count, isOrganization: group.isOrganization)
        return end(group.members.dropFirst(limit).map(\.customerID).reversed())
    }

    private func end(_ members: [Customer.ID]) -> [LedgerEdit] {
        members.flatMap { id in
            [.deleteSeatMember(id, of: group.subscriptionID)]
                + FamilySharingRule.revocation(
                    ofMember: accesses.filter { $0.customerID == id },
                    at: date
                )
        }
    }

    private func require(_ isMet: Bool, _ needs: String) throws(StoreError) {
        guard isMet else { throw .unsuitableEntry(id: group.subscriptionID, needs: needs) }
    }
}
