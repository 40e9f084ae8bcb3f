public import Foundation

extension Product {
    /// An offer of an auto-renewable subscription.
    public struct SubscriptionOffer: Hashable, Sendable {
        /// The identifier of the offer; `nil` for an introductory offer.
        public let id: String?
        /// The type of the offer.
        public let type: OfferType
        /// The price of one period of the offer, in the currency of the storefront.
        public let price: Decimal
        /// The price as a string, in the format and currency of the storefront.
        public let displayPrice: String
        /// The length of one period of the offer.
        public let period: SubscriptionPeriod
        /// The number of periods; 1 unless each is paid separately.
        public let periodCount: Int
        /// The payment mode of the offer.
        public let paymentMode: PaymentMode
    }
}

extension Product.SubscriptionOffer {
    /// The kind of an offer.
    public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name of the kind.
        ///
        /// Apple does not document the names; this module chose them.
        public let rawValue: String

        /// Makes the kind of a name, even an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An offer for new subscribers.
        public static let introductory = OfferType(rawValue: "Introductory")

        /// An offer that the app makes to current and former subscribers.
        public static let promotional = OfferType(rawValue: "Promotional")

        /// An offer for former subscribers.
        public static let winBack = OfferType(rawValue: "WinBack")

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

    /// The payment mode of an offer.
    public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name of the mode.
        ///
        /// Apple does not document the names; this module chose them.
        public let rawValue: String

        /// Makes the mode of a name, even an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A reduced price for each of several periods.
        public static let payAsYouGo = PaymentMode(rawValue: "PayAsYouGo")

        /// A reduced price for the whole offer, paid up front.
        public static let payUpFront = PaymentMode(rawValue: "PayUpFront")

        /// Nothing to pay.
        public static let freeTrial = PaymentMode(rawValue: "FreeTrial")

        /// The mode in English; for an unknown one its raw value.
        public var localizedDescription: String {
            switch self {
            case .payAsYouGo: "Pay As You Go"
            case .payUpFront: "Pay Up Front"
            case .freeTrial: "Free Trial"
            default: rawValue
            }
        }
    }

    /// The signature of a promotional offer and the signed values.
    ///
    /// A server makes it for one customer and one purchase.
    public struct Signature: Equatable, Hashable, Sendable {
        /// The identifier of the key that signed.
        public var keyID: String

        /// A value that is used once; its string in the signature is in lower case.
        public var nonce: UUID

        /// The date of the signature, in milliseconds since 1970.
        public var timestamp: Int

        /// The signature: ECDSA with SHA-256, in DER.
        public var signature: Data

        /// Makes the signature of an offer from its parts.
        public init(keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
            self.keyID = keyID
            self.nonce = nonce
            self.timestamp = timestamp
            self.signature = signature
        }
    }
}
