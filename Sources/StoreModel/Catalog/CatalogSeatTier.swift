public import Foundation
import StrictJSON

/// A price of seats of a subscription, from a number of seats on.
///
/// A seat costs the price of the tier that it falls in; more seats do not cheapen earlier ones.
public struct CatalogSeatTier: Sendable, Equatable {
    /// The first seat with the price.
    public var minimumSeats: Int
    /// The price of one seat.
    public var price: Decimal

    /// Makes a tier in code.
    public init(minimumSeats: Int, price: Decimal) {
        self.minimumSeats = minimumSeats
        self.price = price
    }
}

extension CatalogProduct {
    /// The price tiers of seats in ascending order; empty if the product is sold without seats.
    ///
    /// The first tier has the product's price.
    package var seatTiers: [CatalogSeatTier] {
        var tiers = subscription?.seatTiers ?? []
        if !tiers.isEmpty { tiers[0] = CatalogSeatTier(minimumSeats: 1, price: price) }
        return tiers
    }

    /// Whether groups can buy it.
    package var sellsSeats: Bool { subscription?.seatTiers.isEmpty == false }
}

extension CatalogSeatTier {
    /// Decodes the tiers of a subscription; none if it is sold without seats.
    ///
    /// Xcode has no key for seats, so the key is ours.
    static func list(of subscription: JSONNode, reader: inout CatalogReader) -> [CatalogSeatTier] {
        let seats = subscription["_seats"]
        guard seats.isPresent, reader.isObject(seats) else { return [] }
        let nodes = reader.value(try seats["priceTiers"].tiers(), or: [])
        var tiers: [CatalogSeatTier] = []
        for node in nodes where reader.isObject(node) {
            let last = tiers.last?.minimumSeats
            let tier = CatalogSeatTier(
                minimumSeats: reader.value(try node.minimumSeats(after: last), or: last ?? 1),
                price: reader.value(try node["displayPrice"].price(), or: 0)
            )
            if tiers.isEmpty { reader.check(try node.requirePrice(of: subscription)) }
            tiers.append(tier)
        }
        return tiers
    }
}

extension JSONNode {
    /// Source: App Store Connect offers the price of a subscription and up to four more tiers.
    fileprivate func tiers() throws(JSONMismatch) -> [JSONNode] {
        let nodes = try elements()
        guard (1...5).contains(nodes.count) else { throw mismatch(expected: "1 to 5 price tiers") }
        return nodes
    }

    /// Returns the first seat of a tier; the tiers are in ascending order from seat 1 on.
    fileprivate func minimumSeats(after last: Int?) throws(JSONMismatch) -> Int {
        let node = self["minimumSeats"]
        let count = try node.count()
        guard let last else {
            guard count == 1 else { throw node.mismatch(expected: "1 in the first price tier") }
            return count
        }
        guard count > last else { throw node.mismatch(expected: "more than \(last)") }
        return count
    }

    fileprivate func requirePrice(of subscription: JSONNode) throws(JSONMismatch) {
        let price = self["displayPrice"]
        guard let regular = try? subscription["displayPrice"].price(), try price.price() != regular
        else { return }
        throw price.mismatch(expected: "the displayPrice of the subscription in the first tier")
    }
}
