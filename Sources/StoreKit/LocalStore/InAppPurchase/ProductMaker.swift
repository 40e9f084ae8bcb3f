import Foundation
import LocalAppStore
import StrictJSON

extension StoreScope {
    /// The products that the store sells, each once, in the order of the identifiers.
    ///
    /// - Throws: `StoreKitError`, or the simulated error of a test session.
    func products(for identifiers: [String]) async throws -> [Product] {
        guard !Task.isCancelled else { return [] }
        try throwSimulatedError(of: .loadProducts)
        guard let store = try await withAnyStore({ $0 }) else { return [] }
        let failure = try await meetFault(
            at: .productRequest,
            of: Set(identifiers).sorted().joined(separator: ", "),
            from: store
        )
        if failure == .emptyAnswer || store.faults.hidesProducts { return [] }
        return try await withStore(asOf: store) { try self.products(for: identifiers, of: $0) }
    }

    private func products(for identifiers: [String], of store: Store) throws -> [Product] {
        let maker = ProductMaker(store.catalog, try store.settings)
        diagnostics.report(
            unknownProducts: identifiers.filter {
                store.catalog.product(withIdentifier: $0) == nil
            },
            of: store.catalog
        )
        var seen: Set<String> = []
        return try identifiers.filter { seen.insert($0).inserted }
            .concurrentMap(maker.product(withIdentifier:))
            .compactMap(\.self)
    }
}

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
            supportsMultiSeatPurchase: product.sellsSeats,
            subscription: product.subscription.map { terms in
                let plans = BillingPlan.allCases.compactMap {
                    product.sold(by: $0, in: settings.storefrontCountry)
                }
                return .init(terms, plans: plans, in: style, groupName: groupName)
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
    /// Makes the information with the product as each billing plan sells it.
    fileprivate init(
        _ terms: SubscriptionTerms,
        plans: [CatalogProduct],
        in style: Decimal.FormatStyle.Currency,
        groupName: String
    ) {
        let pricingTerms = plans.compactMap { PricingTerms($0, in: style) }
        let offers =
            pricingTerms.first { $0.billingPlanType == .upFront }?.subscriptionOffers ?? []
        self.init(
            introductoryOffer: offers.first { $0.type == .introductory },
            promotionalOffers: offers.filter { $0.type == .promotional },
            winBackOffers: offers.filter { $0.type == .winBack },
            subscriptionGroupID: terms.groupID,
            subscriptionPeriod: Product.SubscriptionPeriod(terms.period),
            pricingTerms: pricingTerms,
            bundledSubscriptions: [],
            groupLevel: terms.level,
            groupDisplayName: groupName
        )
    }
}

extension Product.SubscriptionInfo.PricingTerms {
    fileprivate init?(_ product: CatalogProduct, in style: Decimal.FormatStyle.Currency) {
        guard let terms = product.subscription else { return nil }
        let billing = Product.SubscriptionInfo.BillingInfo(
            price: product.price,
            displayPrice: product.price.formatted(style),
            period: Product.SubscriptionPeriod(terms.billingPeriod)
        )
        let price = terms.commitmentPrice(ofPayments: product.price)
        let commitment = Product.SubscriptionInfo.CommitmentInfo(
            price: price,
            displayPrice: price.formatted(style),
            period: Product.SubscriptionPeriod(terms.period)
        )
        self.init(
            billingPrice: billing.price,
            billingDisplayPrice: billing.displayPrice,
            billingPeriod: billing.period,
            billingPlanType: .init(rawValue: terms.billingPlan.rawValue),
            commitmentInfo: commitment,
            pricingModel: product.sellsSeats
                ? .seatBased(.init(product.seatTiers, of: billing, in: style))
                : .singlePrice(.init(billingInfo: billing, commitmentInfo: commitment)),
            subscriptionOffers: terms.offers(in: style)
        )
    }
}

extension Product.SubscriptionInfo.PricingTerms.SeatBasedPricing {
    fileprivate init(
        _ tiers: [CatalogSeatTier],
        of billing: Product.SubscriptionInfo.BillingInfo,
        in style: Decimal.FormatStyle.Currency
    ) {
        let ends: [Int?] = tiers.dropFirst().map { $0.minimumSeats - 1 } + [nil]
        priceTiers = zip(tiers, ends).map { tier, end in
            PriceTier(
                minimumSeats: tier.minimumSeats,
                maximumSeats: end,
                billingInfo: .init(
                    price: tier.price,
                    displayPrice: tier.price.formatted(style),
                    period: billing.period
                )
            )
        }
    }
}

extension SubscriptionTerms {
    /// The offers that a product lists: the introductory one, promotional and win-back offers.
    fileprivate func offers(
        in style: Decimal.FormatStyle.Currency
    ) -> [Product.SubscriptionOffer] {
        let introductory = [introductoryOffer].compactMap { $0 }
        return introductory.map { .init($0, type: .introductory, in: style) }
            + promotionalOffers.map { .init($0, type: .promotional, in: style) }
            + winBackOffers.map { .init($0, type: .winBack, in: style) }
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
