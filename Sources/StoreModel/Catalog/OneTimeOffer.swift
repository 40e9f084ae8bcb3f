package import Foundation
import StrictJSON

/// An offer of a product that doesn't renew: another price, paid once by a customer with a code.
public struct OneTimeOffer: Sendable, Equatable {
    /// The developer's name for it; the offer is selected by this name.
    public var referenceName: String
    /// The price of the purchase; 0 if it is free.
    package var price: Decimal
    /// The customers who are eligible; empty for all.
    package var eligibility: Set<Eligibility>

    package init(referenceName: String, price: Decimal, eligibility: Set<Eligibility> = []) {
        self.referenceName = referenceName
        self.price = price
        self.eligibility = eligibility
    }

    /// The payment mode, as files, rows and errors name it.
    package static let paymentMode = "oneTime"

    /// A kind of customer, by the latest purchase in the app.
    package enum Eligibility: String, Sendable, CaseIterable {
        /// Customers who never purchased in the app.
        case nonSpender
        /// Customers who purchased within the last 30 days.
        case activeSpender
        /// Customers whose latest purchase is more than 30 days ago.
        case churnedSpender

        /// The length of time for which a customer counts as active after a purchase.
        private static let activeTime: TimeInterval = 30 * 86_400

        package init(lastPurchaseDate: Date?, at date: Date) {
            guard let lastPurchaseDate else {
                self = .nonSpender
                return
            }
            let isActive = lastPurchaseDate.addingTimeInterval(Self.activeTime) >= date
            self = isActive ? .activeSpender : .churnedSpender
        }
    }
}

extension OneTimeOffer {
    /// The key of a list of offers, which is this package's own: Xcode's format has none.
    static let key = "_codeOffers"

    /// Decodes an offer.
    ///
    /// Unlike Xcode's offers, one without a name or a price is a mistake.
    init?(node: JSONNode, reader: inout CatalogReader) {
        guard reader.isObject(node) else { return nil }
        reader.check(try node["paymentMode"].choice(of: [Self.paymentMode], named: \.self))
        self.init(
            referenceName: reader.value(try node["referenceName"].identifierText(), or: ""),
            price: reader.value(try node["displayPrice"].price(), or: 0),
            eligibility: reader.choices(node["eligibility"])
        )
    }
}
