public import Foundation

extension Transaction.AdvancedCommerceInfo {
    /// A reduced price of a part for some periods.
    public struct Offer: Equatable, Hashable, Sendable {
        /// The price of one period.
        public let price: Decimal

        /// The length of one period.
        public let period: SubscriptionPeriod

        /// The number of periods.
        public let periodCount: Int

        /// The purpose of the offer.
        public let reason: Reason
    }
}

extension Transaction.AdvancedCommerceInfo.Offer {
    /// The purpose of an offer.
    public struct Reason: Equatable, Hashable, RawRepresentable, Sendable {
        /// The name that signed transactions have for the purpose.
        public let rawValue: String

        /// Makes the purpose of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// To win new customers.
        public static let acquisition = Reason(rawValue: "ACQUISITION")

        /// To keep customers.
        public static let retention = Reason(rawValue: "RETENTION")

        /// To win former customers.
        public static let winBack = Reason(rawValue: "WIN_BACK")
    }
}
