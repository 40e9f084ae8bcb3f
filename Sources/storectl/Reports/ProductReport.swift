import AppReceipt
import LocalAppStore
import StrictJSON

/// The products of the catalog, with the prices of the storefront.
struct ProductReport: Report {
    let products: [CatalogProduct]
    let settings: StoreSettings

    private var currency: String { settings.storefrontCountry.currencyCode }

    var json: JSONValue {
        .object([
            "products": .array(products.map(json)),
            "storefront": .string(settings.storefrontCountry.code),
        ])
    }

    private func json(of product: CatalogProduct) -> JSONValue {
        let terms = product.subscription
        return .object([
            "currency": .string(currency),
            "familyShareable": .bool(product.isFamilyShareable),
            "id": .string(product.id),
            "name": .text(product.name),
            "offers": .array(terms?.allOffers.map(\.json) ?? []),
            "period": .text(terms?.period.iso8601),
            "price": .amount(product.price),
            "subscriptionGroup": .text(terms?.groupID),
            "type": .string(product.kind.rawValue),
        ])
    }

    func text(_ style: TextStyle) -> String {
        var table = TextTable([
            .text("PRODUCT"), .text("TYPE"), .number("PRICE"), .text("PERIOD"), .text("NAME"),
            .text("OFFERS"),
        ])
        for product in products {
            table.add(
                product.id,
                product.kind.rawValue,
                Money(product.price, currency).text,
                product.subscription?.period.iso8601,
                product.name,
                product.subscription?.allOffers.map(\.argument).joined(separator: " ")
            )
        }
        return table.text(style, ifEmpty: "The configuration has no products.")
    }
}

extension CatalogProduct {
    /// The name that customers see first, or else the developer's.
    fileprivate var name: String? { localizations.first?.displayName ?? referenceName }
}

/// An offer with the way to request it.
private struct NamedOffer {
    let kind: String
    let id: String?
    let offer: CatalogOffer

    /// The offer as `buy --offer` takes it.
    var argument: String { id.map { "\(kind):\($0)" } ?? kind }

    var json: JSONValue {
        .object([
            "id": .text(id),
            "kind": .string(kind),
            "paymentMode": .string(offer.paymentMode.rawValue),
            "period": .string(offer.period.iso8601),
            "periods": .number(offer.numberOfPeriods),
            "price": .amount(offer.price),
        ])
    }
}

extension SubscriptionTerms {
    fileprivate var allOffers: [NamedOffer] {
        let introductory = introductoryOffer.map {
            NamedOffer(kind: "introductory", id: nil, offer: $0)
        }
        return [introductory].compactMap { $0 }
            + promotionalOffers.map { NamedOffer(kind: "promotional", id: $0.id, offer: $0) }
            + codeOffers.map { NamedOffer(kind: "code", id: $0.referenceName, offer: $0) }
            + winBackOffers.map { NamedOffer(kind: "win-back", id: $0.id, offer: $0) }
    }
}
