import AppReceipt

extension Transaction {
    /// The offer of a transaction.
    public struct Offer: Hashable, Sendable {
        /// The identifier: the reference name of a code's offer, `nil` for an introductory offer.
        public let id: String?
        /// The type of the offer.
        public let type: OfferType
        /// The payment mode of the offer.
        public let paymentMode: PaymentMode?
        /// The length of one period of the offer.
        public let period: Product.SubscriptionPeriod?
    }
}

extension Transaction.Offer {
    init?(_ payload: TransactionPayload) {
        self.init(
            type: payload.offerType,
            id: payload.offerIdentifier,
            mode: payload.offerDiscountType,
            period: payload.offerPeriod
        )
    }

    init?(_ payload: RenewalInfoPayload) {
        self.init(
            type: payload.offerType,
            id: payload.offerIdentifier,
            mode: payload.offerDiscountType,
            period: payload.offerPeriod
        )
    }

    private init?(
        type: AppReceipt.OfferType?,
        id: String?,
        mode: OfferDiscountType?,
        period: String?
    ) {
        guard let type else { return nil }
        self.id = id
        self.type = .init(rawValue: Int(clamping: type.rawValue))
        paymentMode = mode.map { .init(rawValue: $0.rawValue) }
        self.period = period.flatMap { Product.SubscriptionPeriod(iso8601: $0) }
    }
}
