import Foundation
import StoreModel

extension CatalogProduct {
    /// A subscription at 9.99, and at 7.99 from the sixth seat on.
    static let team = plan("team", level: 2, price: 9.99).with {
        $0.subscription?.seatTiers = [
            CatalogSeatTier(minimumSeats: 1, price: 9.99),
            CatalogSeatTier(minimumSeats: 6, price: 7.99),
        ]
    }

    /// A higher level than ``team`` at 20 for each seat.
    static let crew = plan("crew", level: 1, price: 20).with {
        $0.subscription?.seatTiers = [CatalogSeatTier(minimumSeats: 1, price: 20)]
    }

    func with(_ change: (inout CatalogProduct) -> Void) -> CatalogProduct {
        var changed = self
        change(&changed)
        return changed
    }
}

extension LedgerEntry {
    /// A period with seats in price tiers.
    static func seats(
        _ id: Int64,
        original: Int64? = nil,
        period: Int64? = nil,
        at date: Date = .start,
        _ tiers: (price: Decimal, quantity: Int)...
    ) -> LedgerEntry {
        var entry = LedgerEntry.period(id, "team", original: original, at: date)
        var seats = Seats(
            invitationManagement: .apple,
            priceTiers: tiers.map { SeatPriceTier(price: $0.price, quantity: $0.quantity) }
        )
        seats.periodID = period
        entry.quantity = seats.priceTiers.quantity
        entry.price = seats.priceTiers.averagePrice
        entry.seats = seats
        entry.expirationDate = .start + .days(30)
        return entry
    }
}
