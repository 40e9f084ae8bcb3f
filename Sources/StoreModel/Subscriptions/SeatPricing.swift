import Foundation

/// The prices of a subscription's seats.
///
/// Source: Apple's documentation of `priceTiers`: a seat costs the price of the tier it falls in.
package struct SeatPricing {
    private let tiers: [CatalogSeatTier]

    /// The regular prices of a product; all seats of a product without tiers have its price.
    init(of product: CatalogProduct) {
        let tiers = product.seatTiers
        self.tiers = tiers.isEmpty ? [.init(minimumSeats: 1, price: product.price)] : tiers
    }

    /// The price of an offer, for each seat.
    ///
    /// That an offer has no tiers is inference.
    init(offerPrice price: Decimal) {
        tiers = [CatalogSeatTier(minimumSeats: 1, price: price)]
    }

    /// The prices of some seats that follow others.
    ///
    /// Seats that are added within a period are charged in full until its end. Apple does not
    /// document whether the charge is prorated, so this is inference.
    func prices(of count: Int, after former: Int = 0) -> [SeatPriceTier] {
        var prices: [SeatPriceTier] = []
        for (index, tier) in tiers.enumerated() {
            let end = index + 1 < tiers.count ? tiers[index + 1].minimumSeats - 1 : .max
            let first = max(tier.minimumSeats, former + 1)
            let last = min(end, former + count)
            guard first <= last else { continue }
            prices.append(SeatPriceTier(price: tier.price, quantity: last - first + 1))
        }
        return prices
    }

    /// The largest number of seats of a subscription.
    ///
    /// Apple documents none; this one keeps numbers of seats small.
    package static let limit = 100_000
}
