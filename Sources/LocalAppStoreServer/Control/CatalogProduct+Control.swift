import AppReceipt
import LocalAppStore
import StrictJSON

extension CatalogProduct {
    /// The product with the price of a storefront.
    func control(_ settings: StoreSettings) -> JSONValue {
        .members([
            "id": .string(id),
            "kind": .string(kind.rawValue),
            "displayName": .string(localizations.first?.displayName ?? referenceName ?? id),
            "price": .amount(price),
            "currency": .string(settings.storefrontCountry.currencyCode),
            "subscription": subscription?.control,
        ])
    }
}

extension SubscriptionTerms {
    fileprivate var control: JSONValue {
        .members([
            "groupID": .string(groupID),
            "level": .number(level),
            "period": .string(period.iso8601),
            "introductoryOffer": introductoryOffer.map { $0.control(id: nil) },
            "promotionalOffers": .array(promotionalOffers.map { $0.control(id: $0.id) }),
            "codeOffers": .array(codeOffers.map { $0.control(id: $0.referenceName) }),
            "winBackOffers": .array(winBackOffers.map { $0.control(id: $0.id) }),
        ])
    }
}

extension CatalogOffer {
    /// The offer with the name by which a purchase requests it.
    fileprivate func control(id: String?) -> JSONValue {
        .members([
            "id": id.map(JSONValue.string),
            "paymentMode": .string(paymentMode.rawValue),
            "period": .string(period.iso8601),
            "periods": .number(numberOfPeriods),
            "price": .amount(price),
        ])
    }
}
