extension Product.SubscriptionOffer {
    /// The way to pay for an offer.
    public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name of the way.
        ///
        /// Apple does not document its names; those of the constants are this module's choice.
        public let rawValue: String

        /// Makes the way of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A reduced price for each of several periods.
        public static let payAsYouGo = PaymentMode(rawValue: "PayAsYouGo")

        /// A reduced price for the whole offer, paid up front.
        public static let payUpFront = PaymentMode(rawValue: "PayUpFront")

        /// Nothing to pay.
        public static let freeTrial = PaymentMode(rawValue: "FreeTrial")
    }
}

extension Product.SubscriptionOffer.PaymentMode {
    /// The way in English; for an unknown one its raw value.
    public var localizedDescription: String {
        switch self {
        case .payAsYouGo: "Pay As You Go"
        case .payUpFront: "Pay Up Front"
        case .freeTrial: "Free Trial"
        default: rawValue
        }
    }
}
