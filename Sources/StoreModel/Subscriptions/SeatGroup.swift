public import Foundation

/// The customers with seats of a subscription, and the claims of seats by the developer's server.
///
/// Source: Apple's documentation of multiseat subscriptions.
public struct SeatGroup: Sendable, Equatable {
    /// The `id` of the subscription, whose purchaser bought the seats.
    public let subscriptionID: Int64
    /// The customer who bought the seats.
    public let purchaserID: Customer.ID
    /// The party that invites the members.
    public let invitationManagement: Seats.InvitationManagement
    /// The number of seats of the current period.
    public let seatCount: Int
    /// Whether the subscription has not ended.
    public let isActive: Bool
    /// Identifies the invitation in the purchaser's link; `nil` before the first one.
    public var invitation: UUID?
    /// Whether an organization assigns the seats, in place of invitations.
    public var isOrganization = false
    /// The members with transactions of their own, in the order of joining.
    public var members: [SeatMember] = []
    /// The claims by the developer's server, oldest first.
    public var claims: [SeatClaim] = []

    package init(
        subscriptionID: Int64,
        purchaserID: Customer.ID,
        invitationManagement: Seats.InvitationManagement,
        seatCount: Int,
        isActive: Bool
    ) {
        self.subscriptionID = subscriptionID
        self.purchaserID = purchaserID
        self.invitationManagement = invitationManagement
        self.seatCount = seatCount
        self.isActive = isActive
    }

    /// The number of seats for customers other than the purchaser.
    ///
    /// Apple documents that the developer's server claims no seat for the purchaser. That the
    /// purchaser of a group takes a seat in spite of that, and an organization takes none, is
    /// inference.
    package static func memberLimit(ofSeats count: Int, isOrganization: Bool) -> Int {
        isOrganization ? count : max(0, count - 1)
    }

    /// The number of seats for customers other than the purchaser.
    package var memberLimit: Int {
        Self.memberLimit(ofSeats: seatCount, isOrganization: isOrganization)
    }

    /// The number of free seats for members or claims.
    ///
    /// It is 0 after the subscription's end, and if a renewal has fewer seats than are taken.
    public var availableSeatCount: Int {
        isActive ? max(0, memberLimit - members.count - claims.count) : 0
    }

    /// Whether the developer's server claims the seats.
    package var isClaimed: Bool { invitationManagement == .developer && !isOrganization }
}

/// A customer with a seat, and a transaction for it.
public struct SeatMember: Sendable, Equatable {
    /// The number of the membership, which increases in the order of the members; the ledger
    /// assigns it.
    package var id: Int64 = 0
    /// The customer.
    public let customerID: Customer.ID
    /// The date on which the customer accepted the invitation, or was assigned the seat.
    public let joinDate: Date

    package init(customerID: Customer.ID, joinDate: Date) {
        self.customerID = customerID
        self.joinDate = joinDate
    }
}

/// A claim of a seat by the developer's server.
public struct SeatClaim: Sendable, Equatable, Identifiable {
    /// The `seatClaimId`, which identifies the claim and not a seat.
    public let id: UUID
    /// The identifier of the request; a repeated request makes no other claim.
    public let requestIdentifier: UUID
    /// The customer that the server associated with the claim.
    public var customerID: Customer.ID?
    /// The date of the claim.
    public let claimDate: Date
    /// The date on which the server or the App Store unclaimed the seat.
    public var unclaimDate: Date?

    package init(
        id: UUID = UUID(),
        requestIdentifier: UUID,
        customerID: Customer.ID?,
        claimDate: Date
    ) {
        self.id = id
        self.requestIdentifier = requestIdentifier
        self.customerID = customerID
        self.claimDate = claimDate
    }
}
