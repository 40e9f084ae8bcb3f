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
        let introductory = [terms.introductoryOffer].compactMap { $0 }
        let offers: [(kind: OfferName.Kind, id: String?, offer: CatalogOffer)] =
            introductory.map { (.introductory, nil, $0) }
            + terms.promotionalOffers.map { (.promotional, $0.id, $0) }
            + terms.codeOffers.map { (.code, $0.referenceName, $0) }
            + terms.winBackOffers.map { (.winBack, $0.id, $0) }
        return offers.map { OfferRow(name: OfferName(kind: $0.kind, id: $0.id), offer: $0.offer) }
    }
}
