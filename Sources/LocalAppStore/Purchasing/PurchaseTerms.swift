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
    /// An introductory offer applies automatically, once in a subscription group (Apple's
    /// documentation). Another offer applies only if the payment requests it. The first transaction
    /// of a pay-as-you-go offer pays for one period, that of another offer for the whole offer.
    ///
    /// With a stackable code offer, an eligible customer gets the introductory offer first, and the
    /// code's offer follows it; the order is inference.
    init(product: CatalogProduct, offer: PaymentRequest.Offer?, history: PurchaseHistory) {
        price = product.price
        period = product.subscription?.period
        guard let subscription = product.subscription else { return }
        let introductory =
            history.hasUsedIntroductoryOffer ? nil : subscription.introductoryOffer
        let requested = offer.flatMap(subscription.offer)
        let follows = offer?.referenceName != nil && requested?.catalogOffer.isStackable == true
        if let introductory, requested == nil || follows {
            apply(introductory, as: .introductory)
        } else if let requested {
            apply(requested.catalogOffer, as: requested.offer)
        }
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
    /// The offer that a payment requests, in the catalog and as the ledger names it.
    fileprivate func offer(
        _ request: PaymentRequest.Offer
    ) -> (catalogOffer: CatalogOffer, offer: LedgerEntry.Offer)? {
        switch request {
        case .promotional(let discount):
            promotionalOffer(withID: discount.offerID)
                .map { ($0, .promotional(id: discount.offerID)) }
        case .code(let name):
            codeOffer(withReferenceName: name).map { ($0, .code(referenceName: name)) }
        case .winBack(let id):
            winBackOffer(withID: id).map { ($0, .winBack(id: id)) }
        }
    }
}

/// The customer's earlier purchases that decide about a payment.
struct PurchaseHistory: Sendable, Equatable {
    /// The first purchase of the product, if it is owned and not refunded or revoked.
    var ownedPurchase: LedgerEntry?
    /// The newest subscription in the product's group, expired or not, if not refunded or revoked.
    var latestSubscription: LedgerEntry?
    /// Whether the customer ever used an introductory offer in the product's group.
    var hasUsedIntroductoryOffer = false
    /// What decides about the offer that the payment requests.
    var offers = OfferHistory()

    /// The subscription in the group that is active at a date.
    func activeSubscription(at date: Date) -> LedgerEntry? {
        guard let latestSubscription, let end = latestSubscription.expirationDate else {
            return nil
        }
        return end > date ? latestSubscription : nil
    }

    /// The kind of customer in the group, for the eligibility of offer codes.
    func eligibility(at date: Date) -> CatalogOffer.Eligibility {
        guard latestSubscription != nil else { return .new }
        return activeSubscription(at: date) == nil ? .expired : .existing
    }
}
