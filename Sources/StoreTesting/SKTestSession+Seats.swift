// Apple's session has one customer, and sells no seats.
#if !canImport(Darwin)
public import Foundation
import LocalAppStore
public import StoreKitTest

// Seats of subscriptions. Transactions are named by their identifiers; any one of a subscription
// names it.
extension SKTestSession {
    /// The customers and the claims with seats of a subscription of the customer.
    ///
    /// - Throws: An error if the subscription has no seats.
    public func seatGroup(of transactionIdentifier: UInt) throws -> SeatGroup {
        let group = try store.seatGroups.group(of: try id(transactionIdentifier))
        let others = group.members.map(\.customerID) + group.claims.compactMap(\.customerID)
        let names = try store.customers.names(of: others)
        return SeatGroup(
            seatCount: group.seatCount,
            availableSeatCount: group.availableSeatCount,
            members: group.members.map { names[$0.customerID] ?? "" },
            claims: group.claims.map { claim in
                SeatGroup.Claim(
                    id: claim.id,
                    requestIdentifier: claim.requestIdentifier,
                    customerName: claim.customerID.flatMap { names[$0] }
                )
            }
        )
    }

    /// Returns the invitation to a subscription of the customer, the same one every time.
    ///
    /// - Throws: An error if the subscription has no seats that Apple invites to.
    public func invitation(to transactionIdentifier: UInt) throws -> UUID {
        try store.seatGroups.invitation(to: try id(transactionIdentifier))
    }

    /// Accepts the invitation to a subscription of another customer.
    ///
    /// The customer gets a transaction of their own, whose ownership is `ASSIGNED`.
    ///
    /// - Throws: An error without a free seat, or if the customer is the purchaser.
    public func acceptInvitation(_ invitation: UUID) throws {
        try store.seatGroups.accept(invitation)
    }

    /// Leaves the group of the customer's transaction, and revokes the transaction.
    ///
    /// - Throws: An error if the transaction gives the customer no seat.
    public func leaveGroup(of transactionIdentifier: UInt) throws {
        try store.seatGroups.leave(try id(transactionIdentifier))
    }

    /// Removes a member from the group of a subscription of the customer, or revokes a seat that an
    /// organization assigned.
    ///
    /// - Throws: An error if the other customer isn't a member.
    public func removeMember(_ name: String, from transactionIdentifier: UInt) throws {
        let member = try customer(named: name)
        try store.seatGroups.remove(member, from: try id(transactionIdentifier))
    }

    /// Assigns a seat of a subscription of the customer to another one, as an organization does.
    ///
    /// - Throws: An error without a free seat, or if the group has members by invitation or claims.
    public func assignSeat(to name: String, of transactionIdentifier: UInt) throws {
        let member = try customer(named: name)
        try store.seatGroups.assign(to: member, of: try id(transactionIdentifier))
    }

    /// Claims a seat of a subscription of the customer, as the developer's server does; a repeated
    /// request returns the same claim.
    ///
    /// - Throws: An error without a free seat, or if the developer's server doesn't claim seats.
    @discardableResult
    public func claimSeat(
        of transactionIdentifier: UInt,
        requestIdentifier: UUID = UUID(),
        for name: String? = nil
    ) throws -> UUID {
        try store.seatGroups.claim(
            requestIdentifier,
            for: try name.map(customer),
            of: try id(transactionIdentifier)
        ).id
    }

    /// Ends a claim of a seat, as the developer's server does.
    ///
    /// - Throws: An error if the subscription has no such claim.
    public func unclaimSeat(_ claim: UUID, of transactionIdentifier: UInt) throws {
        try store.seatGroups.unclaim(claim, of: try id(transactionIdentifier))
    }

    /// Associates a claim of a seat with a customer, as the developer's server does.
    ///
    /// - Throws: An error if the subscription has no such claim.
    public func associateSeat(
        _ claim: UUID,
        with name: String,
        of transactionIdentifier: UInt
    ) throws {
        try store.seatGroups.associate(
            claim,
            with: customer(named: name),
            of: try id(transactionIdentifier)
        )
    }

    func id(_ transactionIdentifier: UInt) throws -> Int64 {
        guard let id = Int64(exactly: transactionIdentifier) else {
            throw SessionError("The session has no transaction \(transactionIdentifier).")
        }
        return id
    }

    func customer(named name: String) throws -> LocalAppStore.Customer.ID {
        guard let customer = try store.customers.all().first(where: { $0.name == name }) else {
            throw SessionError("The session has no customer \"\(name)\".")
        }
        return customer.id
    }
}

// Seats are bought by `Product.purchase(options:)` and `buyProduct(identifier:options:)` with the
// option `.seats(_:)`.
extension SKTestSession {
    /// Chooses the number of seats that renew, as the customer does in Manage Subscriptions.
    ///
    /// It can be changed again until the renewal. More seats than the present ones are a purchase.
    ///
    /// - Parameters:
    ///   - count: The number of seats, at most the present ones.
    ///   - transactionIdentifier: Any transaction of the subscription.
    /// - Throws: An error if the subscription has no seats, or not as many.
    public func setRenewalSeats(_ count: Int, for transactionIdentifier: UInt) throws {
        try store.subscriptions.setRenewalSeatCount(count, of: try id(transactionIdentifier))
    }

    /// Refunds seats of a transaction and, if it has too few, of the newest others of its period.
    ///
    /// A transaction is revoked when all its seats are refunded.
    ///
    /// - Throws: An error if the period doesn't have as many seats.
    public func refundSeats(_ count: Int, of transactionIdentifier: UInt) throws {
        try store.refunds.refundSeats(count, of: try id(transactionIdentifier))
    }

    /// The party that invites the members of groups to subscriptions that begin from now on;
    /// `.apple` unless the configuration has another one.
    public var invitationManagement: InvitationManagement {
        get {
            let party = reporting { try $0.settings }?.invitationManagement
            return party.flatMap { InvitationManagement(rawValue: $0.rawValue) } ?? .apple
        }
        set {
            let party = Seats.InvitationManagement(rawValue: newValue.rawValue)
            reporting { store in
                try store.updateSettings { $0.invitationManagement = party ?? .apple }
            }
        }
    }
}
#endif
