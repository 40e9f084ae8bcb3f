extension Transaction.Offer {
    /// The way in which an offer is paid.
    public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
        /// The name that signed transactions have for the way.
        public let rawValue: String

        /// Makes the way of a name, also of an unknown one.
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
