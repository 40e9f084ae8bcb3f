import Foundation
import LocalAppStore
import StrictJSON

/// Makes the values of a catalog's products, in the customer's language and the storefront's
/// currency.
struct ProductMaker: Sendable {
    private let catalog: Catalog
    private let settings: StoreSettings
    private let locale: Locale
    private let priceLocale: Locale
    private let style: Decimal.FormatStyle.Currency
    private let groups: [String: SubscriptionGroup]

    init(_ catalog: Catalog, _ settings: StoreSettings) {
        self.catalog = catalog
        self.settings = settings
        locale = settings.locale
        priceLocale = settings.priceLocale
        style = Decimal.FormatStyle.Currency(
            code: priceLocale.currencyCode ?? "",
            locale: priceLocale
        )
        groups = Dictionary(catalog.subscriptionGroups.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The product with an identifier; `nil` if the catalog has none.
    func product(withIdentifier id: String) -> Product? {
        catalog.product(withIdentifier: id).map(product)
    }

    private func product(_ product: CatalogProduct) -> Product {
        let text = product.localization(for: locale)
        let groupName =
            product.subscription.flatMap { groups[$0.groupID] }?
            .localizations.localization(for: locale)?.displayName ?? ""
        return Product(
            jsonRepresentation: Data(product.json(text, priceLocale, groupName: groupName)),
            id: product.id,
            type: Product.ProductType(product.kind),
            displayName: text?.displayName ?? "",
            description: text?.productDescription ?? "",
            price: product.price,
            displayPrice: product.price.formatted(style),
            isFamilyShareable: product.isFamilyShareable,
            subscription: product.subscription.map {
                .init($0, price: product.price, in: style, groupName: groupName)
            },
            priceLocale: priceLocale,
            storefront: settings.storefront
        )
    }
}

extension Product.ProductType {
    init(_ kind: CatalogProduct.Kind) {
        switch kind {
        case .consumable: self = .consumable
        case .nonConsumable: self = .nonConsumable
        case .nonRenewingSubscription: self = .nonRenewable
        case .autoRenewableSubscription: self = .autoRenewable
        }
    }
}

extension Product.SubscriptionInfo {
    fileprivate init(
        _ terms: SubscriptionTerms,
        price: Decimal,
        in style: Decimal.FormatStyle.Currency,
        groupName: String
    ) {
        func offers(
            _ offers: [CatalogOffer],
            _ type: Product.SubscriptionOffer.OfferType
        ) -> [Product.SubscriptionOffer] {
            offers.map { Product.SubscriptionOffer($0, type: type, in: style) }
        }
        let introductory = offers([terms.introductoryOffer].compactMap { $0 }, .introductory)
        let promotional = offers(terms.promotionalOffers, .promotional)
        let winBack = offers(terms.winBackOffers, .winBack)
        let period = Product.SubscriptionPeriod(terms.period)
        let text = price.formatted(style)
        self.init(
            introductoryOffer: introductory.first,
            promotionalOffers: promotional,
            winBackOffers: winBack,
            subscriptionGroupID: terms.groupID,
            subscriptionPeriod: period,
            pricingTerms: [
                PricingTerms(
                    billingPrice: price,
                    billingDisplayPrice: text,
                    billingPeriod: period,
                    billingPlanType: .upFront,
                    commitmentInfo: CommitmentInfo(
                        price: price,
                        displayPrice: text,
                        period: period
                    ),
                    subscriptionOffers: introductory + promotional + winBack
                )
            ],
            bundledSubscriptions: [],
            groupLevel: terms.level,
            groupDisplayName: groupName
        )
    }
}

extension Product.SubscriptionOffer {
    fileprivate init(
        _ offer: CatalogOffer,
        type: OfferType,
        in style: Decimal.FormatStyle.Currency
    ) {
        self.init(
            id: type == .introductory ? nil : offer.id,
            type: type,
            price: offer.price,
            displayPrice: offer.price.formatted(style),
            period: Product.SubscriptionPeriod(offer.period),
            periodCount: offer.paymentMode == .payAsYouGo ? offer.numberOfPeriods : 1,
            paymentMode: PaymentMode(offer.paymentMode)
        )
    }
}

extension Product.SubscriptionOffer.PaymentMode {
    fileprivate init(_ mode: CatalogOffer.PaymentMode) {
        switch mode {
        case .payAsYouGo: self = .payAsYouGo
        case .payUpFront: self = .payUpFront
        case .freeTrial: self = .freeTrial
        }
    }
}

// Apple does not document the members; the names that are known are used.
extension CatalogProduct {
    fileprivate func json(
        _ text: CatalogLocalization?,
        _ priceLocale: Locale,
        groupName: String
    ) -> [UInt8] {
        var attributes: [String: JSONValue] = [
            "description": .string(text?.productDescription ?? ""),
            "icuLocale": .string(priceLocale.identifier),
            "isFamilyShareable": .bool(isFamilyShareable),
            "kind": .string(Product.ProductType(kind).rawValue),
            "name": .string(text?.displayName ?? ""),
            "offerName": .string(id),
            "price": .number("\(price)"),
        ]
        if let subscription {
            attributes.merge(subscription.json(groupName: groupName)) { $1 }
        }
        return JSONValue.object(["attributes": .object(attributes)]).bytes
    }
}

extension SubscriptionTerms {
    fileprivate func json(groupName: String) -> [String: JSONValue] {
        let offers =
            [introductoryOffer].compactMap { $0?.json(.introductory) }
            + promotionalOffers.map { $0.json(.promotional) }
            + winBackOffers.map { $0.json(.winBack) }
        return [
            "offers": .array(offers),
            "recurringSubscriptionPeriod": .string(period.iso8601),
            "subscriptionFamilyId": .string(groupID),
            "subscriptionFamilyName": .string(groupName),
            "subscriptionFamilyRank": .number("\(level)"),
        ]
    }
}

extension CatalogOffer {
    fileprivate func json(_ type: Product.SubscriptionOffer.OfferType) -> JSONValue {
        .object([
            "id": id.map(JSONValue.string) ?? .null,
            "modeType": .string(Product.SubscriptionOffer.PaymentMode(paymentMode).rawValue),
            "numOfPeriods": .number("\(numberOfPeriods)"),
            "price": .number("\(price)"),
            "recurringSubscriptionPeriod": .string(period.iso8601),
            "type": .string(type.rawValue),
        ])
    }
}
