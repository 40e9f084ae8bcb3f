package import Foundation

/// The price of one unit, the offer that it includes, and the period that it pays for.
package struct PurchaseTerms: Equatable {
    /// The price of one unit; of several seats the average.
    package var price: Decimal
    /// The prices of seats; `nil` for a purchase of the customer alone.
    package var seatPrices: [SeatPriceTier]?
    package var billingPlan = BillingPlan.upFront
    package var offer: LedgerEntry.Offer?
    package var catalogOffer: CatalogOffer?
    /// The offer that follows it with the renewals.
    package var followingOffer: CustomerSubscription.RenewalOffer?
    package var period: SubscriptionPeriod?
    package var periodCount = 1

    /// The terms of a product for a customer who requests an offer, or none.
    ///
    /// An introductory offer applies automatically to an eligible customer (Apple's documentation).
    /// Another offer applies only if the payment requests it. The first transaction of a
    /// pay-as-you-go offer pays for one period; with another offer, it pays for the whole offer.
    ///
    /// With a stackable code offer, an eligible customer gets the introductory offer first, and the
    /// code's offer follows it; the order is inference.
    package init(
        product: CatalogProduct,
        offer: PaymentRequest.Offer?,
        isEligibleForIntroductoryOffer isEligible: Bool,
        seatCount: Int? = nil
    ) {
        self.init(regular: product)
        defer { setSeats(seatCount, of: product) }
        guard let subscription = product.subscription else {
            if let name = offer?.referenceName { applyCodeOffer(name, of: product) }
            return
        }
        let introductory = isEligible ? subscription.introductoryOffer : nil
        let requested = offer.flatMap(subscription.offer)
        let follows = offer?.referenceName != nil && requested?.catalogOffer.isStackable == true
        if let introductory, requested == nil || follows {
            apply(introductory, as: .introductory)
            followingOffer = offer.flatMap { .init($0, of: subscription) }
        } else if let requested {
            apply(requested.catalogOffer, as: requested.offer)
        }
    }

    /// Makes the terms of a subscription's renewal, at the regular price or an offer's price.
    package init(
        renewing product: CatalogProduct,
        with offer: LedgerEntry.Offer?,
        seatCount: Int?
    ) {
        self.init(regular: product)
        defer { setSeats(seatCount, of: product) }
        guard let offer, let catalogOffer = product.subscription?.catalogOffer(offer) else {
            return
        }
        apply(catalogOffer, as: offer)
    }

    /// Makes the terms of seats that are added to a period's existing seats.
    ///
    /// They have the offer of the period. This is inference.
    package init(
        adding count: Int,
        to period: LedgerEntry,
        with former: Int,
        of product: CatalogProduct
    ) {
        self.init(renewing: product, with: period.offer, seatCount: nil)
        self.period = nil
        setSeats(count, after: former, of: product)
    }

    /// Whether the terms include a free offer.
    var isFreeOffer: Bool { offer != nil && price == 0 }

    /// The terms for a product that the customer already owns.
    package static let free = PurchaseTerms(price: 0)

    /// The terms of another payment of a commitment, at the price to which the customer agreed.
    init(continuing commitment: Commitment) {
        self.init(price: commitment.paymentPrice)
        billingPlan = .monthly
        period = MonthlyPlan.billingPeriod
    }

    private init(regular product: CatalogProduct) {
        self.init(price: product.price)
        billingPlan = product.subscription?.billingPlan ?? .upFront
        period = product.subscription?.billingPeriod
    }

    private init(price: Decimal) {
        self.price = price
    }

    /// Takes the prices of seats: of a product, or of an offer for each seat.
    private mutating func setSeats(
        _ count: Int?,
        after former: Int = 0,
        of product: CatalogProduct
    ) {
        guard let count, product.subscription != nil else { return }
        let pricing = offer == nil ? SeatPricing(of: product) : SeatPricing(offerPrice: price)
        let prices = pricing.prices(of: count, after: former)
        seatPrices = prices
        price = prices.averagePrice
    }

    private mutating func applyCodeOffer(_ name: String, of product: CatalogProduct) {
        guard let codeOffer = product.codeOffer(withReferenceName: name) else { return }
        offer = .code(referenceName: name)
        price = codeOffer.price
    }

    private mutating func apply(_ catalogOffer: CatalogOffer, as offer: LedgerEntry.Offer) {
        self.offer = offer
        self.catalogOffer = catalogOffer
        price = catalogOffer.price
        period = catalogOffer.period
        periodCount = catalogOffer.paymentMode == .payAsYouGo ? 1 : catalogOffer.numberOfPeriods
    }
}

extension PurchaseTerms {
    /// Returns the commitment with this payment, after `former`; `nil` if the payment isn't part of
    /// a commitment.
    ///
    /// `end` returns the end of a number of further periods. Periods with an offer come before the
    /// commitment, so that it consists of twelve equal payments; this is inference.
    func commitment(after former: Commitment?, end: (Int) -> Date) -> Commitment? {
        guard billingPlan == .monthly, offer == nil else { return nil }
        var commitment = Commitment(
            periodNumber: (former?.periodNumber ?? 0) + 1,
            periodCount: MonthlyPlan.paymentCount,
            paymentPrice: price,
            expirationDate: .distantFuture
        )
        commitment.expirationDate = end(commitment.remainingCount).clamped(to: Date.storeDates)
        return commitment
    }
}

extension SubscriptionTerms {
    /// The offer in the catalog; `nil` if it is not there anymore.
    package func catalogOffer(_ offer: LedgerEntry.Offer) -> CatalogOffer? {
        switch offer {
        case .introductory: introductoryOffer
        case .promotional(let id): promotionalOffer(withID: id)
        case .code(let name): codeOffer(withReferenceName: name)
        case .winBack(let id): winBackOffer(withID: id)
        }
    }

    /// The offer that a payment requests, in the catalog and as the ledger names it.
    package func offer(
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
package struct PurchaseHistory: Sendable, Equatable {
    /// The first purchase of the product, if it is owned and not refunded or revoked.
    package var ownedPurchase: LedgerEntry?
    /// The newest period in the product's group, also if it has ended or was refunded.
    ///
    /// A customer who subscribes in the group again continues its original transaction.
    package var latestPeriod: LedgerEntry?
    /// The subscription that `latestPeriod` belongs to.
    package var subscription: CustomerSubscription?
    /// The transaction of the subscription's current period, or of the last one.
    ///
    /// It is not always the one with the highest number: a purchase that waited for approval has
    /// the number of its request.
    package var presentPeriod: LedgerEntry?
    /// The transactions of seats that were added to that period, also refunded ones.
    package var seatAdditions: [LedgerEntry] = []
    /// The latest start of a period of the subscription, also of one that was refunded.
    package var lastPeriodStart: Date?
    /// Whether the customer ever used an introductory offer in the product's group.
    package var hasUsedIntroductoryOffer = false
    /// The facts that decide about the offer that the payment requests.
    package var offers = OfferHistory()

    package init() {}

    /// Whether the customer ever subscribed in the group.
    ///
    /// A refund does not undo that. This is inference.
    var hasSubscribed: Bool { latestPeriod != nil }

    /// All transactions of the subscription's current period, or of the last one.
    package var presentTransactions: [LedgerEntry] {
        (presentPeriod.map { [$0] } ?? []) + seatAdditions
    }

    /// The number of seats of the active subscription in the group; 1 of the customer alone, and 0
    /// without one.
    func presentSeatCount(at date: Date) -> Int {
        guard activeSubscription(at: date) != nil else { return 0 }
        return LedgerEntry.seatCount(ofPeriod: presentTransactions)
    }

    /// The subscription in the group to which the customer is entitled at a date.
    package func activeSubscription(at date: Date) -> CustomerSubscription? {
        guard let subscription, subscription.isEntitled(at: date) else { return nil }
        return subscription
    }

    /// Whether the customer may have an introductory offer in the group at a date.
    ///
    /// Source: Apple's documentation. A customer gets one offer in a group, and none while
    /// subscribed in it; a former subscriber who never had one may have it.
    package func isEligibleForIntroductoryOffer(at date: Date) -> Bool {
        !hasUsedIntroductoryOffer && activeSubscription(at: date) == nil
    }

    /// The kind of customer in the group, for the eligibility of offer codes.
    package func eligibility(at date: Date) -> CatalogOffer.Eligibility {
        guard hasSubscribed else { return .new }
        return activeSubscription(at: date) == nil ? .expired : .existing
    }
}
