public import Foundation

/// The seats of a transaction of a subscription.
///
/// Source: Apple's documentation of `Transaction.MultiSeatInfo`.
public struct Seats: Sendable, Equatable, Codable {
    /// The party that invites the members of the group, since the subscription began.
    public var invitationManagement: InvitationManagement
    /// The seats by their price, the first ones first; empty before a payment is charged.
    public var priceTiers: [SeatPriceTier]
    /// The number of refunded seats, at most all.
    public var revokedQuantity = 0
    /// The `id` of the first transaction of the period, in each of its transactions; `nil` while
    /// one transaction represents the period.
    package var periodID: LedgerEntry.ID?

    package init(invitationManagement: InvitationManagement, priceTiers: [SeatPriceTier]) {
        self.invitationManagement = invitationManagement
        self.priceTiers = priceTiers
    }

    /// The price of all seats.
    public var price: Decimal { priceTiers.price }

    /// Whether seats were added in the period, so that several transactions represent it.
    public var isAddition: Bool { periodID != nil }

    /// The price of the refunded seats.
    ///
    /// The last seats are refunded first, at the prices that were paid for them. This is inference.
    package var revokedPrice: Decimal { priceTiers.suffix(revokedQuantity).price }

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

extension [SeatPriceTier] {
    package var quantity: Int { reduce(0) { $0 + $1.quantity } }

    package var price: Decimal { reduce(0) { $0 + $1.price * Decimal($1.quantity) } }

    /// The average price of a seat, rounded half up to thousandths.
    ///
    /// Source: Apple's documentation of `price`; the rounding is inference.
    package var averagePrice: Decimal {
        guard quantity > 0 else { return 0 }
        var exact = price / Decimal(quantity)
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, 3, .plain)
        return rounded
    }

    /// The tiers of the last seats.
    func suffix(_ count: Int) -> [SeatPriceTier] {
        var rest = count
        var last: [SeatPriceTier] = []
        for tier in reversed() where rest > 0 {
            let quantity = Swift.min(tier.quantity, rest)
            last.insert(SeatPriceTier(price: tier.price, quantity: quantity), at: 0)
            rest -= quantity
        }
        return last
    }
}

extension LedgerEntry {
    /// The `id` of the first transaction of the same period; the entry's own `id` unless seats were
    /// added in the period.
    package var periodID: ID { seats?.periodID ?? id }

    /// Whether it adds seats to a period.
    package var isSeatAddition: Bool { periodID != id }

    /// The number of seats that were not refunded; 1 for a purchase without seats.
    package var seatCount: Int {
        guard state == .purchased, revocationDate == nil else { return 0 }
        return seats.map { $0.priceTiers.quantity - $0.revokedQuantity } ?? 1
    }

    /// The number of seats of a period, by all its transactions.
    ///
    /// Within a period, only a refund lowers it.
    package static func seatCount(ofPeriod entries: some Sequence<LedgerEntry>) -> Int {
        entries.reduce(0) { $0 + $1.seatCount }
    }

    /// The transaction that represents a period: the newest one that was not revoked.
    ///
    /// That it is the newest is inference.
    package static func newest(ofPeriod entries: [LedgerEntry]) -> LedgerEntry? {
        func order(_ entry: LedgerEntry) -> (Int, Date, ID) {
            (entry.revocationDate == nil ? 1 : 0, entry.purchaseDate, entry.id)
        }
        return entries.max { order($0) < order($1) }
    }
}
