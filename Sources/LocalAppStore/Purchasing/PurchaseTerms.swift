import Foundation

/// What one piece costs, what discount that includes, and how long it lasts.
struct PurchaseTerms: Equatable {
    var price: Decimal
    var offer: LedgerEntry.Offer?
    /// What the catalog says of `offer`.
    var catalogOffer: CatalogOffer?
    var period: SubscriptionPeriod?
    var periodCount = 1

    /// The terms on which a customer with these holdings buys a product.
    ///
    /// An introductory offer applies by itself, once in a subscription group; a promotional offer
    /// only when the payment names it. The first period of a pay-as-you-go offer is one period
    /// long, that of the others is the whole offer.
    init(product: CatalogProduct, discount: PaymentRequest.Discount?, holdings: CustomerHoldings) {
        let subscription = product.subscription
        price = product.price
        period = subscription?.period
        if let discount, let offer = subscription?.promotionalOffer(withID: discount.offerID) {
            apply(offer, as: .promotional(id: discount.offerID))
        } else if let offer = subscription?.introductoryOffer, !holdings.hasUsedIntroductoryOffer {
            apply(offer, as: .introductory)
        }
    }

    /// The terms on which a customer gets again what is theirs already.
    static let free = PurchaseTerms(price: 0)

    private init(price: Decimal) {
        self.price = price
    }

    private mutating func apply(_ catalogOffer: CatalogOffer, as offer: LedgerEntry.Offer) {
        self.offer = offer
        self.catalogOffer = catalogOffer
        price = catalogOffer.price
        period = catalogOffer.period
        periodCount = catalogOffer.paymentMode == .payAsYouGo ? 1 : catalogOffer.numberOfPeriods
    }
}

extension SubscriptionTerms {
    func promotionalOffer(withID id: String) -> CatalogOffer? {
        promotionalOffers.first { $0.id.map(ExactText.init) == ExactText(id) }
    }
}
