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

    /// The kind of the offer that a purchase or a renewal used.
    public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The raw value of the kind.
        public let rawValue: Int

        /// Makes the kind of a raw value, even an unknown one.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// An offer for new subscribers.
        public static let introductory = OfferType(rawValue: 1)

        /// An offer that the app made to a current or former subscriber.
        public static let promotional = OfferType(rawValue: 2)

        /// An offer with a code.
        public static let code = OfferType(rawValue: 3)

        /// An offer for former subscribers.
        public static var winBack: OfferType { OfferType(rawValue: 4) }

        /// The kind in English; for an unknown one its raw value.
        public var localizedDescription: String {
            switch self {
            case .introductory: "Introductory Offer"
            case .promotional: "Promotional Offer"
            case .code: "Offer Code"
            case .winBack: "Win-Back Offer"
            default: "\(rawValue)"
            }
        }
    }
}

extension Transaction.Offer {
    /// The payment mode of an offer.
    public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
        /// The mode's name in signed transactions.
        public let rawValue: String

        /// Makes the mode of a name, even an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nothing to pay.
        public static let freeTrial = PaymentMode(rawValue: "FREE_TRIAL")

        /// A reduced price for each of several periods.
        public static let payAsYouGo = PaymentMode(rawValue: "PAY_AS_YOU_GO")

        /// A reduced price for the whole offer, paid up front.
        public static let payUpFront = PaymentMode(rawValue: "PAY_UP_FRONT")

        /// A reduced price for a product that isn't a subscription.
        public static var oneTime: PaymentMode { PaymentMode(rawValue: "ONE_TIME") }
    }
}

extension Transaction.Offer {
    init?(_ payload: some PurchasePayload) {
        guard let type = payload.offerType else { return nil }
        id = payload.offerIdentifier
        self.type = .init(rawValue: Int(clamping: type.rawValue))
        paymentMode = payload.offerDiscountType.map { .init(rawValue: $0.rawValue) }
        period = payload.offerPeriod.flatMap { Product.SubscriptionPeriod(iso8601: $0) }
    }
}
