extension Transaction {
    /// The kind of the offer that a purchase or a renewal used.
    public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number of the kind.
        public let rawValue: Int

        /// Makes the kind of a number, also of an unknown one.
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
    }
}

extension Transaction.OfferType {
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
