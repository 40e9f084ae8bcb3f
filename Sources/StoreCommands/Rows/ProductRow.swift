package import LocalAppStore
package import StrictJSON

/// A product of the catalog with the price of a storefront.
package struct ProductRow: Equatable, Sendable {
    package let product: CatalogProduct
    /// The ISO 4217 code of the price's currency.
    package let currency: String
    package let offers: [OfferRow]
    /// The product as the monthly plan sells it; `nil` if the storefront doesn't.
    private let monthly: CatalogProduct?

    package init(_ product: CatalogProduct, _ settings: StoreSettings) {
        self.product = product
        currency = settings.storefrontCountry.currencyCode
        monthly = product.sold(by: .monthly, in: settings.storefrontCountry)
        offers = OfferRow.rows(of: product)
    }

    package var json: JSONValue {
        .members([
            "id": .string(product.id),
            "kind": .string(product.kind.rawValue),
            "displayName": .string(name ?? product.id),
            "isFamilyShareable": .bool(product.isFamilyShareable),
            "price": .amount(product.price),
            "currency": .string(currency),
            "codeOffers": product.subscription == nil ? .array(offers.json(of: .code)) : nil,
            "subscription": product.subscription.map(json),
        ])
    }

    /// The name that customers see first, or else the developer's.
    package var name: String? {
        product.localizations.first?.displayName ?? product.referenceName
    }

    private func json(of terms: SubscriptionTerms) -> JSONValue {
        var members = offers.members
        members["groupID"] = .string(terms.groupID)
        members["level"] = .number(terms.level)
        members["period"] = .string(terms.period.iso8601)
        members["seatTiers"] = .array(
            product.seatTiers.map { tier in
                .members([
                    "minimumSeats": .number(tier.minimumSeats), "price": .amount(tier.price),
                ])
            }
        )
        if let monthly, let terms = monthly.subscription {
            var plan = OfferRow.rows(of: monthly).members
            plan["price"] = .amount(monthly.price)
            plan["commitmentPrice"] = .amount(terms.commitmentPrice(ofPayments: monthly.price))
            members["monthlyPlan"] = .members(plan)
        }
        return .members(members)
    }
}

extension [OfferRow] {
    fileprivate var members: [String: JSONValue?] {
        [
            "introductoryOffer": json(of: .introductory).first,
            "promotionalOffers": .array(json(of: .promotional)),
            "codeOffers": .array(json(of: .code)),
            "winBackOffers": .array(json(of: .winBack)),
        ]
    }

    fileprivate func json(of kind: OfferName.Kind) -> [JSONValue] {
        filter { $0.name.kind == kind }.map(\.json)
    }
}

extension ProductRow {
    /// The products of a catalog in a storefront, as one object.
    package static func json(of rows: [ProductRow], in settings: StoreSettings) -> JSONValue {
        .object([
            "products": .array(rows.map(\.json)),
            "storefront": .string(settings.storefrontCountry.code),
        ])
    }
}
