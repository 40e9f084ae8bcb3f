public import Foundation

/// The seats of a transaction of a subscription.
///
/// Source: Apple's documentation of `Transaction.MultiSeatInfo`.
public struct Seats: Sendable, Equatable, Codable {
    /// The party that invites the members of the group, since the purchase.
    public var invitationManagement: InvitationManagement
    /// The seats by their price, the first ones first.
    public var priceTiers: [SeatPriceTier]
    /// The number of refunded seats, at most all.
    public var revokedQuantity = 0
    /// Whether other transactions represent the same period, because seats were added in it.
    public var isAddition = false

    package init(invitationManagement: InvitationManagement, priceTiers: [SeatPriceTier]) {
        self.invitationManagement = invitationManagement
        self.priceTiers = priceTiers
    }

    /// The price of all seats.
    public var price: Decimal {
        priceTiers.reduce(0) { $0 + $1.price * Decimal($1.quantity) }
    }

    /// The party that invites members, with the raw values of signed documents.
    public enum InvitationManagement: String, Sendable, Codable, CaseIterable {
        /// Apple sends invitations, and each member has a transaction.
        case apple = "APPLE"
        /// The developer's server claims a seat for each member.
        case developer = "DEVELOPER"
    }
}

/// A number of seats with one price.
public struct SeatPriceTier: Sendable, Equatable, Codable {
    /// The price of one seat.
    public var price: Decimal
    /// The number of seats.
    public var quantity: Int

    package init(price: Decimal, quantity: Int) {
        self.price = price
        self.quantity = quantity
    }
}
