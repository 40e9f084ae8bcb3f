package import LocalAppStore
package import StrictJSON

/// An offer of a subscription in the catalog.
package struct OfferRow: Equatable, Sendable {
    package let name: OfferName
    package let offer: CatalogOffer

    package var json: JSONValue {
        var members = name.members
        members["paymentMode"] = .string(offer.paymentMode.rawValue)
        members["period"] = .string(offer.period.iso8601)
        members["periods"] = .number(offer.numberOfPeriods)
        members["price"] = .amount(offer.price)
        return .members(members)
    }
}

extension OfferRow {
    /// All offers of a subscription, the introductory one first.
    package static func rows(of terms: SubscriptionTerms) -> [OfferRow] {
        let introductory = terms.introductoryOffer.map {
            OfferRow(name: OfferName(.introductory), offer: $0)
        }
        return [introductory].compactMap { $0 }
            + terms.promotionalOffers.map { row(.promotional, id: $0.id, $0) }
            + terms.codeOffers.map { row(.code, id: $0.referenceName, $0) }
            + terms.winBackOffers.map { row(.winBack, id: $0.id, $0) }
    }

    private static func row(_ kind: OfferName.Kind, id: String?, _ offer: CatalogOffer) -> OfferRow
    {
        OfferRow(name: OfferName(kind, id: id), offer: offer)
    }
}
