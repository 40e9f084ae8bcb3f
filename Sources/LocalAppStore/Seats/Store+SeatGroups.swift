public import Foundation
import StoreLedger
import StoreModel

// Groups with Apple's invitations, and those of organizations. Their members have transactions of
// their own.
extension Store.SeatGroups {
    /// The people with seats of a subscription of the customer, by the `id` of one of its
    /// transactions.
    ///
    /// - Throws: `.unsuitableEntry` if the subscription has no seats.
    public func group(of id: Int64) throws(StoreError) -> SeatGroup {
        try store.readSettled { try $0.requiredSeatGroup(of: id).group }
    }

    /// The people with seats of a subscription of any customer, by the `id` of the subscription;
    /// `nil` for another one.
    package func anyGroup(_ id: CustomerSubscription.ID) throws(StoreError) -> SeatGroup? {
        try store.readSettled { try $0.anySeatGroup(id) }
    }

    /// The groups that the customer purchased or is a member of, and that have not ended, by the
    /// first transactions of the subscriptions.
    package func all() throws(StoreError) -> [SeatGroup] {
        try store.readSettled { reader in
            let subscriptions = try reader.allSubscriptions() + reader.memberships()
            return try subscriptions.sorted { $0.id < $1.id }
                .compactMap { try reader.acting(for: $0.customerID).seatGroup(of: $0) }
                .filter(\.isActive)
        }
    }

    /// Returns the invitation to a subscription of the customer; the purchaser sends it as a link.
    ///
    /// It stays the same until the subscription ends.
    ///
    /// - Throws: `.unsuitableEntry` if the subscription has no seats that Apple invites to.
    public func invitation(to id: Int64) throws(StoreError) -> UUID {
        try store.change { writer, date in
            let (invitation, edits) = try writer.reader.seatMembers(of: id, at: date).invite()
            try writer.apply(edits)
            return invitation
        }
    }

    /// Accepts an invitation, while seats are free; a member stays one.
    ///
    /// The customer gets a transaction that follows the periods of the purchaser.
    ///
    /// - Throws: `.unsuitableCustomer` if the customer is the purchaser, or if no subscription has
    ///   the invitation; `.unsuitableEntry` without a free seat.
    public func accept(_ invitation: UUID) throws(StoreError) {
        try store.change { writer, date in
            let customer = try writer.reader.customer()
            guard let found = try writer.reader.subscription(invitingBy: invitation) else {
                throw StoreError.unsuitableCustomer(name: customer.name, needs: "invited")
            }
            let reader = writer.acting(for: found.customerID).reader
            let rule = try reader.seatMembers(of: found.id, at: date)
            let member = try reader.member(store.customerID, of: found)
            var numbers = try writer.entryNumbers()
            try writer.apply(try rule.accept(customer, as: member, numbers: &numbers))
        }
    }

    /// Leaves the group of a transaction that gives the customer a seat; the transaction is
    /// revoked.
    ///
    /// - Throws: `.unsuitableEntry` if the transaction gives no seat.
    public func leave(_ id: Int64) throws(StoreError) {
        try store.change { writer, date in
            let entry = try writer.reader.requiredEntry(id)
            guard entry.isAssigned,
                let purchase = try entry.sharedEntryID.flatMap(writer.reader.anyEntry)
            else {
                let needs = "one by which the customer has a seat"
                throw StoreError.unsuitableEntry(id: id, needs: needs)
            }
            let reader = writer.acting(for: purchase.customerID).reader
            let rule = try reader.seatMembers(of: purchase.id, at: date)
            try writer.apply(try rule.remove(writer.reader.customer()))
        }
    }

    /// Removes a member from the group of a subscription of the customer, or revokes a seat that an
    /// organization assigned; the member's transaction is revoked.
    ///
    /// - Throws: `.unsuitableCustomer` if the other customer isn't a member.
    public func remove(_ customerID: Customer.ID, from id: Int64) throws(StoreError) {
        try store.change { writer, date in
            let rule = try writer.reader.seatMembers(of: id, at: date)
            let customer = try writer.acting(for: customerID).reader.customer()
            try writer.apply(try rule.remove(customer))
        }
    }

    /// Assigns a seat of a subscription of the customer to another one, as the device management
    /// service of an organization does.
    ///
    /// - Throws: `.unsuitableCustomer` if the customer is the purchaser; `.unsuitableEntry` without
    ///   a free seat, or if the group has members by invitation or claims.
    public func assign(to customerID: Customer.ID, of id: Int64) throws(StoreError) {
        try store.change { writer, date in
            let reader = writer.reader
            let (group, subscription) = try reader.requiredSeatGroup(of: id)
            let rule = try reader.seatMembers(of: group, subscription, at: date)
            let member = try reader.member(customerID, of: subscription)
            var numbers = try writer.entryNumbers()
            let edits = try rule.assign(
                to: try reader.acting(for: customerID).customer(),
                as: member,
                numbers: &numbers
            )
            try writer.apply(edits)
        }
    }
}

extension LedgerReader {
    func requiredSeatGroup(
        of id: LedgerEntry.ID
    ) throws -> (group: SeatGroup, subscription: CustomerSubscription) {
        guard let subscription = try subscription(try requiredEntry(id).originalID),
            let group = try seatGroup(of: subscription)
        else { throw StoreError.unsuitableEntry(id: id, needs: "of a subscription with seats") }
        return (group, subscription)
    }

    func anySeatGroup(_ id: CustomerSubscription.ID) throws -> SeatGroup? {
        guard let subscription = try anySubscription(id) else { return nil }
        return try acting(for: subscription.customerID).seatGroup(of: subscription)
    }

    fileprivate func seatMembers(of id: LedgerEntry.ID, at date: Date) throws -> SeatMemberRule {
        let (group, subscription) = try requiredSeatGroup(of: id)
        return try seatMembers(of: group, subscription, at: date)
    }

    fileprivate func seatMembers(
        of group: SeatGroup,
        _ subscription: CustomerSubscription,
        at date: Date
    ) throws -> SeatMemberRule {
        SeatMemberRule(
            group,
            period: try presentPeriod(of: subscription),
            accesses: try sharedPurchases(of: subscription.entryID),
            at: date
        )
    }

    /// A customer with the access to the present period of a subscription so far.
    fileprivate func member(
        _ customerID: Customer.ID,
        of subscription: CustomerSubscription
    ) throws -> FamilyMember {
        try member(
            customerID,
            isAssigned: true,
            withAccessTo: presentPeriod(of: subscription)
        )
    }
}

extension LedgerWriter {
    /// Ends memberships beyond the seats of a subscription's next period, before it begins.
    ///
    /// - Returns: Whether any ended.
    @discardableResult
    func limitSeatMembers(
        of subscription: CustomerSubscription,
        to count: Int,
        at date: Date
    ) throws -> Bool {
        let reader = acting(for: subscription.customerID).reader
        guard try reader.hasSeatMembers(of: subscription),
            let group = try reader.seatGroup(of: subscription)
        else { return false }
        let edits = try reader.seatMembers(of: group, subscription, at: date).limit(toSeats: count)
        try apply(edits)
        return !edits.isEmpty
    }

    /// Ends memberships and claims beyond the seats of a period after a refund, the reversal of
    /// one of several, or the deletion of added seats.
    func limitSeats(inPeriodOf entry: LedgerEntry, at date: Date) throws {
        guard entry.seats != nil, let subscription = try reader.subscription(entry.originalID),
            subscription.entryID == entry.periodID, subscription.nextEventDate != nil,
            let group = try reader.seatGroup(of: subscription)
        else { return }
        let rule = try reader.seatMembers(of: group, subscription, at: date)
        try apply(rule.limit(toSeats: group.seatCount))
        try apply(SeatClaimRule.limit(group, of: rule.period, at: date))
    }
}
