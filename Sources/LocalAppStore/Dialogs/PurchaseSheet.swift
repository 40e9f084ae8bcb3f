public import Foundation

/// What a customer is shown before paying.
public struct PurchaseSheet: Sendable, Equatable {
    /// The product's name in the customer's language; its identifier when it has none.
    public var title: String
    /// The product's description in the customer's language.
    public var summary: String
    /// The product.
    public var productID: String
    /// How many pieces.
    public var quantity: Int
    /// What all pieces cost together.
    public var price: Decimal
    /// The language, region and currency to show the price in.
    public var priceLocale: Locale
    /// The offer that a subscription begins with; `nil` when it begins at its price.
    public var offer: Offer?

    init(
        _ request: PaymentRequest,
        product: CatalogProduct,
        terms: PurchaseTerms,
        settings: StoreSettings
    ) {
        let text = product.localization(for: settings.locale)
        let name = text?.displayName ?? ""
        title = name.isEmpty ? product.id : name
        summary = text?.productDescription ?? ""
        productID = product.id
        quantity = request.quantity
        price = terms.price * Decimal(request.quantity)
        priceLocale = settings.priceLocale
        offer = Offer(terms.catalogOffer, of: product)
    }
}

extension PurchaseSheet {
    /// How a subscription begins, and what it costs after that.
    public struct Offer: Sendable, Equatable {
        /// How the customer pays while the offer lasts.
        public var paymentMode: CatalogOffer.PaymentMode
        /// What `price` pays for: one period when paid as one goes, else the whole offer.
        public var period: SubscriptionPeriod
        /// How long the offer lasts.
        public var duration: SubscriptionPeriod
        /// What every `renewalPeriod` costs after the offer.
        public var renewalPrice: Decimal
        /// The length of a period after the offer.
        public var renewalPeriod: SubscriptionPeriod

        init?(_ offer: CatalogOffer?, of product: CatalogProduct) {
            guard let offer, let terms = product.subscription else { return nil }
            let (value, isTooMuch) = offer.period.value.multipliedReportingOverflow(
                by: offer.numberOfPeriods
            )
            paymentMode = offer.paymentMode
            duration = SubscriptionPeriod(
                value: isTooMuch ? .max : value,
                unit: offer.period.unit
            )
            period = paymentMode == .payAsYouGo ? offer.period : duration
            renewalPrice = product.price
            renewalPeriod = terms.period
        }
    }
}
