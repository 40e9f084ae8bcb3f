public import Foundation

extension Product.SubscriptionInfo.RenewalInfo {
    /// The data of the Advanced Commerce API about the next renewal.
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        /// The token that keeps changes of a subscription in order.
        public let consistencyToken: String

        /// The identifier of the developer's request.
        public let requestReferenceID: String

        /// The code of the tax category.
        public let taxCode: String

        /// The description of the subscription.
        public let description: String

        /// The name of the subscription.
        public let displayName: String

        /// The time between renewals.
        public let period: SubscriptionPeriod

        /// The parts of the subscription.
        public let items: [Item]
    }
}

extension Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo {
    /// A part of a subscription.
    public struct Item: Equatable, Hashable, Sendable {
        /// An item of the purchase.
        public typealias Details = Transaction.AdvancedCommerceInfo.Item.Details

        /// The details of the item.
        public let details: Details

        /// The next price; nil if the price stays.
        public let priceIncreaseInfo: PriceIncreaseInfo?

        /// A higher price of a part.
        public struct PriceIncreaseInfo: Equatable, Hashable, Sendable {
            /// Whether the customer agreed.
            public let status: Status

            /// The higher price.
            public let price: Decimal

            /// The identifiers of the parts whose prices depend on this one.
            public let dependentSKUs: [String]

            /// The progress of a higher price.
            public struct Status: RawRepresentable, Equatable, Hashable, Sendable {
                /// The name of the step.
                public let rawValue: String

                /// Makes the step of a name, even an unknown one.
                public init(rawValue: String) {
                    self.rawValue = rawValue
                }

                /// The customer has not responded.
                public static let pending = Status(rawValue: "PENDING")

                /// The customer agreed.
                public static let accepted = Status(rawValue: "ACCEPTED")

                /// The price is due at a later renewal.
                public static let scheduled = Status(rawValue: "SCHEDULED")
            }
        }
    }
}
