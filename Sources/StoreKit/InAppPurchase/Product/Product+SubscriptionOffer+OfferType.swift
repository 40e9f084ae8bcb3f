extension Product.SubscriptionOffer {
    /// The kind of an offer.
    public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name of the kind.
        ///
        /// Apple does not document its names; those of the constants are this module's choice.
        public let rawValue: String

        /// Makes the kind of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An offer for new subscribers.
        public static let introductory = OfferType(rawValue: "Introductory")

        /// An offer that the app makes to current and former subscribers.
        public static let promotional = OfferType(rawValue: "Promotional")

        /// An offer for former subscribers.
        public static let winBack = OfferType(rawValue: "WinBack")
    }
}

extension Product.SubscriptionOffer.OfferType {
    /// The kind in English; for an unknown one its raw value.
    public var localizedDescription: String {
        switch self {
        case .introductory: "Introductory Offer"
        case .promotional: "Promotional Offer"
        case .winBack: "Win-Back Offer"
        default: rawValue
        }
    }
}
