import AppReceipt
package import Foundation

/// A member of the family, or of a group with seats, who gets access to a purchase.
package struct FamilyMember: Equatable {
    package let customerID: Customer.ID
    /// Whether the member has a seat.
    package let isAssigned: Bool
    /// The member's newest transaction of the purchase, or of any period of the same subscription.
    package let latestAccess: LedgerEntry?

    package init(
        customerID: Customer.ID,
        isAssigned: Bool = false,
        latestAccess: LedgerEntry?
    ) {
        self.customerID = customerID
        self.isAssigned = isAssigned
        self.latestAccess = latestAccess
    }
}

// Changes of the access to a purchase; `shared` are the transactions of the members.
extension FamilySharingRule {
    /// Gives members access to a purchase, or ends the access to `former`, the period before, if
    /// this one is not shared.
    ///
    /// Sharing is judged for each period of a subscription.
    static func share(
        _ entry: LedgerEntry,
        with members: [FamilyMember],
        endingAccess former: [LedgerEntry],
        renewal: NotificationEvent? = nil,
        at date: Date,
        numbers: inout EntryNumbers
    ) -> [LedgerEdit] {
        let members = members.filter(entry.isFor)
        guard isShareable(entry), !members.isEmpty else { return revocation(of: former, at: date) }
        return members.flatMap { member in
            access(
                of: member,
                to: entry,
                from: entry.purchaseDate,
                renewal: renewal,
                at: date,
                numbers: &numbers
            )
        }
    }

    /// Adds the transaction that gives a member access to another's purchase.
    ///
    /// Source: Apple's documentation of `in_app_ownership_type` and of family members'
    /// transactions, which have numbers of their own. That they are delivered to the queue, at the
    /// time of the purchase, and that those for one subscription have one original transaction, is
    /// inference.
    ///
    /// The access begins at `start`, unless the purchase is later. `renewal` is the notification of
    /// the purchaser's server, if the purchase is a renewal.
    static func access(
        of member: FamilyMember,
        to entry: LedgerEntry,
        from start: Date,
        renewal: NotificationEvent? = nil,
        at date: Date,
        numbers: inout EntryNumbers
    ) -> [LedgerEdit] {
        let former = member.latestAccess
        let shared = numbers.number(
            LedgerEntry(sharing: entry, with: member, at: start),
            of: member.customerID
        )
        let event = NotificationRule.event(ofSharing: shared, former: former, renewal: renewal)
        return [
            .insert(shared), .notify(event, about: shared, at: date),
            .renewReceipt(of: member.customerID, at: date),
        ]
    }

    /// Revokes the access of each member.
    ///
    /// Source: Apple's documentation of refunds of purchases that are shared.
    static func revocation(of shared: [LedgerEntry], at date: Date) -> [LedgerEdit] {
        shared.flatMap { revocation(ofMember: [$0], at: date) }
    }

    /// Revokes some transactions of one member.
    static func revocation(ofMember shared: [LedgerEntry], at date: Date) -> [LedgerEdit] {
        let revoked = shared.filter { $0.revocationDate == nil }
            .map { $0.withRevokedAccess(at: date) }
        guard let customerID = revoked.first?.customerID else { return [] }
        return revoked.map { .update($0) }
            + revoked.map { .notify(NotificationEvent(.revoke), about: $0, at: date) }
            + [.renewReceipt(of: customerID, at: date)]
    }

    /// Changes the transactions of the members as the purchase changed.
    static func update(
        _ shared: inout [LedgerEntry],
        following entry: LedgerEntry,
        at date: Date
    ) -> [LedgerEdit] {
        var edits: [LedgerEdit] = []
        for index in shared.indices where shared[index].revocationDate == nil {
            shared[index].expirationDate = entry.expirationDate
            shared[index].commitment = entry.commitment
            shared[index].isUpgraded = entry.isUpgraded
            shared[index].upgradeDate = entry.upgradeDate
            edits += [
                .update(shared[index]),
                .renewReceipt(of: shared[index].customerID, at: date),
            ]
        }
        return edits
    }

    /// Records notifications about a purchaser's subscription for the members, as far as they
    /// concern access.
    static func notifications(
        _ events: [NotificationEvent],
        about shared: [LedgerEntry],
        at date: Date
    ) -> [LedgerEdit] {
        let events = events.filter(NotificationRule.concernsAccess)
        return shared.filter { $0.revocationDate == nil }.flatMap { entry in
            events.map { .notify($0, about: entry, at: date) }
        }
    }

    /// Deletes the transactions by which members have a purchase, their restored copies, and the
    /// notifications about them.
    package static func deletion(of shared: [LedgerEntry], at date: Date) -> [LedgerEdit] {
        guard !shared.isEmpty else { return [] }
        return shared.flatMap { entry -> [LedgerEdit] in
            [
                .delete(entry.id, of: entry.customerID),
                .renewReceipt(of: entry.customerID, at: date),
            ]
        } + [.deleteNotifications(about: Set(shared.map(\.id)))]
    }
}

extension LedgerEntry {
    /// Whether a member can share the purchase: seats are for the group, and others for the family.
    func isFor(_ member: FamilyMember) -> Bool { member.isAssigned == (seats != nil) }

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
