public import Foundation

/// Whether the customer confirms a purchase.
public enum ConfirmationPolicy: Sendable {
    /// The customer confirms every purchase.
    case confirm
    /// The customer cancels every purchase.
    case refuse
    /// The closure decides: `true` confirms, `false` cancels.
    ///
    /// It is called on the thread that makes the payment, and may block until a person has decided.
    /// Until then, the payment queue makes no other payment.
    case ask(@Sendable (PurchaseSheet) -> Bool)

    package func confirms(_ sheet: PurchaseSheet) -> Bool {
        switch self {
        case .confirm: true
        case .refuse: false
        case .ask(let decision): decision(sheet)
        }
    }
}

/// The contents of the dialog in which a customer confirms a purchase.
public struct PurchaseSheet: Sendable, Equatable {
    /// The product's name in the customer's language; its identifier if it has none.
    public var title: String
    /// The product's description in the customer's language.
    public var summary: String
    /// The product identifier.
    public var productID: String
    /// The quantity.
    public var quantity: Int
    /// The total price.
    public var price: Decimal
    /// The total price of the commitment of which the price is one payment; `nil` without one.
    public var commitmentPrice: Decimal?
    /// The language, region and currency in which to show the price.
    public var priceLocale: Locale
    /// The offer with which a subscription begins; `nil` if it begins at its regular price.
    package var offer: Offer?

    package init(
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
        quantity = terms.seatPrices?.quantity ?? request.quantity
        price = terms.seatPrices?.price ?? terms.price * Decimal(request.quantity)
        if let plan = product.subscription, plan.billingPlan == .monthly {
            commitmentPrice = plan.commitmentPrice(ofPayments: product.price)
        }
        priceLocale = settings.priceLocale
        offer = Offer(terms.catalogOffer, of: product, seatCount: request.seatCount)
    }

    /// The offer with which a subscription begins, and the price after it.
    package struct Offer: Sendable, Equatable {
        package var paymentMode: CatalogOffer.PaymentMode
        /// The period that `price` covers: one period of pay-as-you-go, else the whole offer.
        package var period: SubscriptionPeriod
        /// The length of the offer.
        package var duration: SubscriptionPeriod
        /// The price of each `renewalPeriod` after the offer, of all seats.
        package var renewalPrice: Decimal
        /// The length of a period after the offer.
        package var renewalPeriod: SubscriptionPeriod

        package init?(_ offer: CatalogOffer?, of product: CatalogProduct, seatCount: Int?) {
            guard let offer, let terms = product.subscription else { return nil }
            let (value, overflows) = offer.period.value.multipliedReportingOverflow(
                by: offer.numberOfPeriods
            )
            paymentMode = offer.paymentMode
            duration = SubscriptionPeriod(value: overflows ? .max : value, unit: offer.period.unit)
            period = paymentMode == .payAsYouGo ? offer.period : duration
            renewalPrice =
                seatCount.map { SeatPricing(of: product).prices(of: $0).price } ?? product.price
            renewalPeriod = terms.billingPeriod
        }
    }
}
