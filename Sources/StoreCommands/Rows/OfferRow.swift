import Foundation
package import LocalAppStore
package import StrictJSON

/// An offer of a product in the catalog.
package struct OfferRow: Equatable, Sendable {
    package let name: OfferName
    private let paymentMode: String
    private let price: Decimal
    /// The period and the number of periods; `nil` for a price that is paid once.
    private var period: SubscriptionPeriod?
    private var periodCount: Int?

    package var json: JSONValue {
        var members = name.members
        members["paymentMode"] = .string(paymentMode)
        members["period"] = period.map { .string($0.iso8601) }
        members["periods"] = periodCount.map { .number($0) }
        members["price"] = .amount(price)
        return .members(members)
    }
}

extension OfferRow {
    /// All offers of a product, a subscription's introductory one first.
    package static func rows(of product: CatalogProduct) -> [OfferRow] {
        guard let terms = product.subscription else { return product.codeOffers.map(OfferRow.init) }
        let introductory = [terms.introductoryOffer].compactMap { $0 }
        return introductory.map { OfferRow(.introductory, nil, $0) }
            + terms.promotionalOffers.map { OfferRow(.promotional, $0.id, $0) }
            + terms.codeOffers.map { OfferRow(.code, $0.referenceName, $0) }
            + terms.winBackOffers.map { OfferRow(.winBack, $0.id, $0) }
    }

    private init(_ kind: OfferName.Kind, _ id: String?, _ offer: CatalogOffer) {
        name = OfferName(kind: kind, id: id)
        paymentMode = offer.paymentMode.rawValue
        price = offer.price
        period = offer.period
        periodCount = offer.numberOfPeriods
    }

    private init(_ offer: OneTimeOffer) {
        name = OfferName(kind: .code, id: offer.referenceName)
        paymentMode = OneTimeOffer.paymentMode
        price = offer.price
    }
}
