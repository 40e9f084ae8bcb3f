public import Foundation

extension Transaction.AdvancedCommerceInfo {
    /// A refund of a part.
    public struct Refund: Equatable, Hashable, Sendable {
        /// The reason of the refund.
        public let reason: Reason

        /// The kind of calculation of the amount.
        public let type: RefundType

        /// The date of the refund.
        public let date: Date

        /// The amount, in the currency of the transaction.
        public let amount: Decimal
    }
}

extension Transaction.AdvancedCommerceInfo.Refund {
    /// The reason of a refund.
    public struct Reason: Equatable, Hashable, RawRepresentable, Sendable {
        /// The name that signed transactions have for the reason.
        public let rawValue: String

        /// Makes the reason of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The law demands it.
        public static let legal = Reason(rawValue: "LEGAL")

        /// The parts of the subscription changed.
        public static let modifyItems = Reason(rawValue: "MODIFY_ITEMS_REFUND")

        /// The customer did not mean to purchase.
        public static let unintended = Reason(rawValue: "UNINTENDED_PURCHASE")

        /// The customer did not receive the purchase.
        public static let unfulfilled = Reason(rawValue: "FULFILLMENT_ISSUE")

        /// The customer was not content.
        public static let unsatisfied = Reason(rawValue: "UNSATISFIED_WITH_PURCHASE")

        /// There was another reason.
        public static let other = Reason(rawValue: "OTHER")
    }

    /// The measure of a refund.
    public struct RefundType: Equatable, Hashable, RawRepresentable, Sendable {
        /// The name that signed transactions have for the measure.
        public let rawValue: String

        /// Makes the measure of a name, also of an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An amount that the developer chose.
        public static let custom = RefundType(rawValue: "CUSTOM")

        /// The price of the remaining time.
        public static let proRated = RefundType(rawValue: "PRORATED")

        /// The whole price.
        public static let full = RefundType(rawValue: "FULL")
    }
}
