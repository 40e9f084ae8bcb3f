package import AppReceipt
package import Foundation

/// The content of signed documents apart from the purchases.
package struct DocumentContext {
    package let app: StoreApp
    package let settings: ReceiptSettings
    package let catalog: Catalog
    package var date: Date

    package init(app: StoreApp, settings: ReceiptSettings, catalog: Catalog, date: Date) {
        self.app = app
        self.settings = settings
        self.catalog = catalog
        self.date = date
    }

    package var environment: JWSEnvironment { settings.environment.name }

    /// The identifier of the app in the App Store; `nil` in other environments than production.
    package var appAppleIdentifier: Int64? { settings.appleIdentifier(of: app) }

    /// The product by a billing plan; `nil` if the catalog does not have it.
    fileprivate func product(_ id: String?, by plan: BillingPlanType?) -> CatalogProduct? {
        let plan = plan.flatMap { BillingPlan(rawValue: $0.rawValue) } ?? .upFront
        return id.flatMap { catalog.product(withIdentifier: $0) }?.sold(by: plan)
    }
}

extension TransactionPayload {
    /// Makes the transaction of an entry.
    package init(_ entry: LedgerEntry, in context: DocumentContext) {
        self.init(entry)
        complete(in: context)
    }

    /// Adds the values that depend on the app, the environment and the catalog.
    package mutating func complete(in context: DocumentContext) {
        bundleIdentifier = context.app.bundleIdentifier
        environment = context.environment
        signedDate = context.date
        let offer = context.product(productIdentifier, by: billingPlanType)?
            .offer(offerType, offerIdentifier)
        offerDiscountType = offer.map { OfferDiscountType($0.paymentMode) }
        offerPeriod = offer.map { $0.period.iso8601 }
        if offerType == .code, productType != .autoRenewableSubscription {
            offerDiscountType = .oneTime
        }
    }
}

extension RenewalInfoPayload {
    /// Makes the renewal info of a subscription.
    package init(_ status: SubscriptionPeriodStatus, in context: DocumentContext) {
        self.init(status.subscription, status.entry)
        complete(in: context)
    }

    /// Adds the values that depend on the app, the environment and the catalog.
    package mutating func complete(in context: DocumentContext) {
        environment = context.environment
        signedDate = context.date
        let product = context.product(
            commitment?.renewalProductIdentifier ?? renewalProductIdentifier,
            by: commitment?.renewalBillingPlanType ?? renewalBillingPlanType
        )
        let terms = product.map {
            PurchaseTerms(
                renewing: $0,
                with: LedgerEntry.Offer(offerType, offerIdentifier),
                seatCount: renewalQuantity.map { Int($0) }
            )
        }
        let offer = terms?.catalogOffer
        offerDiscountType = offer.map { OfferDiscountType($0.paymentMode) }
        offerPeriod = offer.map { $0.period.iso8601 }
        let price = terms?.price.milliunits
        commitment?.renewalPriceInMilliunits = price
        guard willAutoRenew == true else { return }
        // Within a commitment it is known already.
        renewalPriceInMilliunits = renewalPriceInMilliunits ?? price
        guard let prices = terms?.seatPrices else { return }
        multiSeatInfo = MultiSeatInfo()
        multiSeatInfo?.renewalPriceTiers = prices.map(MultiSeatPriceTier.init)
    }
}

extension RenewalInfoPayload {
    /// Adds the values that only a device receives of a subscription.
    ///
    /// A subscription that was switched off, or has ended, has no preference. Source: Apple's
    /// documentation of `autoRenewPreference`.
    package mutating func completeForDevice() {
        guard willAutoRenew != true else { return }
        renewalProductIdentifier = nil
        renewalBillingPlanType = nil
    }
}

extension CatalogProduct {
    /// The offer that a document names; `nil` if the product does not have it.
    fileprivate func offer(_ type: OfferType?, _ identifier: String?) -> CatalogOffer? {
        LedgerEntry.Offer(type, identifier).flatMap { subscription?.catalogOffer($0) }
    }
}

extension RealtimeRequestPayload {
    /// Makes the request for a retention message about a subscription.
    package init(
        originalID: LedgerEntry.ID,
        _ place: DefaultMessagePlace,
        in context: DocumentContext
    ) {
        self.init()
        originalTransactionIdentifier = String(originalID)
        // Unlike in other documents, it is required in every environment.
        appAppleIdentifier = context.settings.appleIdentifier ?? context.app.appleIdentifier
        productIdentifier = place.productID
        userLocale = place.locale
        requestIdentifier = UUID()
        environment = context.environment
        signedDate = context.date
    }
}

extension OfferDiscountType {
    fileprivate init(_ mode: CatalogOffer.PaymentMode) {
        switch mode {
        case .freeTrial: self = .freeTrial
        case .payAsYouGo: self = .payAsYouGo
        case .payUpFront: self = .payUpFront
        }
    }
}

extension LedgerEntry.Offer {
    /// The kind of the offer, as documents have it.
    package var type: OfferType {
        switch self {
        case .introductory: .introductory
        case .promotional: .promotional
        case .code: .code
        case .winBack: .winBack
        }
    }

    /// The identifier, or the reference name; an introductory offer has none.
    package var identifier: String? {
        switch self {
        case .introductory: nil
        case .promotional(let id), .winBack(let id), .code(let id): id
        }
    }

    fileprivate init?(_ type: OfferType?, _ identifier: String?) {
        switch (type, identifier) {
        case (.introductory, _): self = .introductory
        case (.promotional, let id?): self = .promotional(id: id)
        case (.code, let name?): self = .code(referenceName: name)
        case (.winBack, let id?): self = .winBack(id: id)
        default: return nil
        }
    }
}

extension Decimal {
    /// A price in thousandths of the currency.
    var milliunits: Int64 {
        var exact = self * 1000
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, 0, .plain)
        return NSDecimalNumber(decimal: rounded).int64Value
    }
}
