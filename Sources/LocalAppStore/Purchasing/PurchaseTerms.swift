import Foundation

/// The price of one unit, the offer that it includes, and the period that it pays for.
struct PurchaseTerms: Equatable {
    var price: Decimal
    var offer: LedgerEntry.Offer?
    /// The offer in the catalog.
    var catalogOffer: CatalogOffer?
    var period: SubscriptionPeriod?
    var periodCount = 1

    /// The terms of a product for a customer with a purchase history.
    ///
    /// An introductory offer applies automatically, once in a subscription group. A promotional
    /// offer applies only if the payment requests it. The first transaction of a pay-as-you-go
    /// offer pays for one period, that of another offer for the whole offer.
    init(product: CatalogProduct, discount: PaymentRequest.Discount?, history: PurchaseHistory) {
        let subscription = product.subscription
        price = product.price
        period = subscription?.period
        if let discount, let offer = subscription?.promotionalOffer(withID: discount.offerID) {
            apply(offer, as: .promotional(id: discount.offerID))
        } else if let offer = subscription?.introductoryOffer, !history.hasUsedIntroductoryOffer {
            apply(offer, as: .introductory)
        }
    }

    /// The terms of a subscription's renewal, with the regular price or that of an offer.
    init(renewing product: CatalogProduct, with offer: LedgerEntry.Offer?) {
        price = product.price
        period = product.subscription?.period
        guard let offer, let catalogOffer = product.subscription?.catalogOffer(offer) else {
            return
        }
        apply(catalogOffer, as: offer)
    }

    /// The terms for a product that the customer already owns.
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
    /// The offer in the catalog; `nil` if it is not there anymore.
    func catalogOffer(_ offer: LedgerEntry.Offer) -> CatalogOffer? {
        switch offer {
        case .introductory: introductoryOffer
        case .promotional(let id): promotionalOffer(withID: id)
        }
    }

    func promotionalOffer(withID id: String) -> CatalogOffer? {
        promotionalOffers.first { $0.id.map(ByteExactString.init) == ByteExactString(id) }
    }
}

/// The customer's earlier purchases that decide about a payment.
struct PurchaseHistory: Sendable, Equatable {
    /// The first purchase of the product, if it is owned and not refunded or revoked.
    var ownedPurchase: LedgerEntry?
    /// The newest subscription in the product's group, expired or not, if not refunded or revoked.
    var latestSubscription: LedgerEntry?
    /// The subscription that `latestSubscription` belongs to.
    var subscription: CustomerSubscription?
    /// Whether the customer ever used an introductory offer in the product's group.
    var hasUsedIntroductoryOffer = false

    /// The subscription in the group to which the customer is entitled at a date.
    func activeSubscription(at date: Date) -> CustomerSubscription? {
        guard let subscription, subscription.isEntitled(at: date) else { return nil }
        return subscription
    }
}
