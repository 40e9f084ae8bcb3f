package import Foundation
import GRDB
package import StoreModel

extension SeatMember: LedgerRecord {
    static let table = "seatMember"

    init(_ row: RowDecoder) throws {
        self.init(customerID: try row.integer("customerID"), joinDate: try row.value("joinDate"))
        id = try row.integer("id")
    }
}

extension SeatClaim: LedgerRecord {
    static let table = "seatClaim"

    init(_ row: RowDecoder) throws {
        self.init(
            id: try row.uuid("identifier"),
            requestIdentifier: try row.uuid("requestIdentifier"),
            customerID: try row.value("customerID"),
            claimDate: try row.value("claimDate")
        )
        unclaimDate = try row.value("unclaimDate")
    }
}

extension RowDecoder {
    /// Decodes a UUID that is text.
    fileprivate func uuid(_ column: String) throws -> UUID {
        try value(column, as: "a UUID") { (text: String) in UUID(uuidString: text) }
    }
}

extension UUID {
    fileprivate var text: String { uuidString.lowercased() }
}

extension LedgerReader {
    /// The people with seats of a subscription of the customer; `nil` without seats.
    package func seatGroup(of subscription: CustomerSubscription) throws -> SeatGroup? {
        let period = try presentPeriod(of: subscription)
        guard let seats = period.seats else { return nil }
        let id = subscription.id
        var group = SeatGroup(
            subscriptionID: id,
            purchaserID: subscription.customerID,
            invitationManagement: seats.invitationManagement,
            seatCount: LedgerEntry.seatCount(ofPeriod: try transactions(ofPeriodOf: period)),
            isActive: subscription.nextEventDate != nil
        )
        let sql = "SELECT subscriptionID AS id, invitation FROM seatGroup WHERE subscriptionID = ?"
        let invitations = try rows(sql, of: "seatGroup", [id]) { row in
            try row.optional("invitation", row.uuid)
        }
        group.invitation = invitations.first ?? nil
        group.isOrganization = !invitations.isEmpty && group.invitation == nil
        group.members = try records(where: "subscriptionID = ? ORDER BY id", [id])
        let present = "subscriptionID = ? AND unclaimDate IS NULL ORDER BY id"
        group.claims = try records(where: present, [id])
        return group
    }

    /// Whether customers have seats of a subscription.
    package func hasSeatMembers(of subscription: CustomerSubscription) throws -> Bool {
        try exists("seatMember WHERE subscriptionID = ?", [subscription.id])
    }

    /// The subscription of any customer with an invitation.
    package func subscription(invitingBy invitation: UUID) throws -> CustomerSubscription? {
        try record(
            where: "id = (SELECT subscriptionID FROM seatGroup WHERE invitation = ?)",
            [invitation.text]
        )
    }

    /// The subscription of any customer.
    package func anySubscription(_ id: CustomerSubscription.ID) throws -> CustomerSubscription? {
        try record(where: "id = ?", [id])
    }

    /// The subscriptions of others whose groups the customer is a member of.
    package func memberships() throws -> [CustomerSubscription] {
        try records(
            where: """
                id IN (SELECT subscriptionID FROM seatMember WHERE customerID = ?) ORDER BY +id
                """,
            [customerID]
        )
    }

    /// The claim of a request, even if it was unclaimed.
    package func seatClaim(
        ofRequest identifier: UUID,
        in id: CustomerSubscription.ID
    ) throws -> SeatClaim? {
        try record(
            where: "subscriptionID = ? AND requestIdentifier = ?",
            [id, identifier.text]
        )
    }

    /// The members with seats of the subscription that a purchase belongs to, with their access to
    /// the purchase so far.
    func seatMembers(withAccessTo entry: LedgerEntry) throws -> [FamilyMember] {
        let members: [SeatMember] = try records(
            where: "subscriptionID = ? ORDER BY id",
            [entry.originalID]
        )
        return try members.map {
            try member($0.customerID, isAssigned: true, withAccessTo: entry)
        }
    }
}

extension LedgerWriter {
    func saveSeatGroup(_ id: CustomerSubscription.ID, invitation: UUID?) throws {
        try execute(
            "INSERT OR REPLACE INTO seatGroup (subscriptionID, invitation) VALUES (?, ?)",
            [id, invitation?.text]
        )
    }

    func insert(_ member: SeatMember, of id: CustomerSubscription.ID) throws {
        try execute(
            "INSERT INTO seatMember (subscriptionID, customerID, joinDate) VALUES (?, ?, ?)",
            [id, member.customerID, member.joinDate.milliseconds]
        )
    }

    func deleteSeatMember(_ customerID: Customer.ID, of id: CustomerSubscription.ID) throws {
        try execute(
            "DELETE FROM seatMember WHERE subscriptionID = ? AND customerID = ?",
            [id, customerID]
        )
    }

    func insert(_ claim: SeatClaim, of id: CustomerSubscription.ID) throws {
        try execute(
            """
            INSERT INTO seatClaim (identifier, subscriptionID, requestIdentifier, customerID,
                claimDate)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                claim.id.text, id, claim.requestIdentifier.text, claim.customerID,
                claim.claimDate.milliseconds,
            ]
        )
    }

    /// Stores the mutable values of a claim: the customer, and the end.
    func save(_ claim: SeatClaim) throws {
        try execute(
            "UPDATE seatClaim SET customerID = ?, unclaimDate = ? WHERE identifier = ?",
            [claim.customerID, claim.unclaimDate?.milliseconds, claim.id.text]
        )
    }

    func deleteSeatGroup(_ id: CustomerSubscription.ID) throws {
        for table in Self.seatTables {
            try execute("DELETE FROM \(table) WHERE subscriptionID = ?", [id])
        }
    }

    private static let seatTables = ["seatGroup", "seatMember", "seatClaim"]

    /// Deletes the groups of the customer, and the seats that the customer has of others.
    func deleteSeats() throws {
        let own = "SELECT id FROM subscription WHERE customerID = ?"
        for table in Self.seatTables {
            try execute("DELETE FROM \(table) WHERE subscriptionID IN (\(own))", [customerID])
        }
        try execute("DELETE FROM seatMember WHERE customerID = ?", [customerID])
        try execute("UPDATE seatClaim SET customerID = NULL WHERE customerID = ?", [customerID])
    }
}
