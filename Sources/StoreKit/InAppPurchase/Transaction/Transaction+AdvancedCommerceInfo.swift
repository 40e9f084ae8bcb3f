public import Foundation

extension Transaction {
    /// The data of the Advanced Commerce API about a transaction.
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        /// The identifier of the developer's request.
        public let requestReferenceID: String

        /// The tax that the App Store estimates, in the currency of the transaction.
        public let estimatedTax: Decimal

        /// The part of the price that is tax: 0.19 is 19 percent.
        public let taxRate: Decimal

        /// The code of the tax category.
        public let taxCode: String

        /// The price without tax.
        public let taxExclusivePrice: Decimal

        /// The description of the subscription; nil for a purchase that does not renew.
        public let description: String?

        /// The name of the subscription; nil for a purchase that does not renew.
        public let displayName: String?

        /// The time between renewals; nil for a purchase that does not renew.
        public let period: SubscriptionPeriod?

        /// The parts of the purchase.
        public let items: [Item]
    }
}

extension Transaction.AdvancedCommerceInfo {
    /// A part of a purchase.
    public struct Item: Equatable, Hashable, Sendable {
        /// The details of the item.
        public let details: Details

        /// The refunds of this part; nil without any.
        public let refunds: [Refund]?

        /// The date when the part was revoked; nil if it was not.
        public let revocationDate: Date?

        /// An item of the purchase.
        public struct Details: Equatable, Hashable, Sendable {
            /// The developer's identifier.
            public let sku: String

            /// The name.
            public let displayName: String

            /// The description.
            public let description: String

            /// The offer; nil at the normal price.
            public let offer: Offer?

            /// The price.
            public let price: Decimal

            /// The partners in the sale; empty without any.
            public let partners: [Partner]

            /// The prices of seats; empty without any.
            public let seatPriceTiers: [SeatPriceTier]
        }
    }

    /// The price of seats up to a number.
    public struct SeatPriceTier: Equatable, Hashable, Sendable {
        /// The price of one seat.
        public let price: Decimal

        /// The last seat with the price; `nil` without a limit.
        public let maximumSeatQuantity: Int?
    }

    /// A business that takes part in a sale.
    public struct Partner: Equatable, Hashable, Sendable {
        /// The identifier of the partner.
        public let id: String

        /// The name of the partner.
        public let name: String?
    }

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

        /// The purpose of an offer.
        public struct Reason: Equatable, Hashable, RawRepresentable, Sendable {
            /// The purpose's name in signed transactions.
            public let rawValue: String

            /// Makes the purpose of a name, even an unknown one.
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

        /// The reason of a refund.
        public struct Reason: Equatable, Hashable, RawRepresentable, Sendable {
            /// The reason's name in signed transactions.
            public let rawValue: String

            /// Makes the reason of a name, even an unknown one.
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
            /// The measure's name in signed transactions.
            public let rawValue: String

            /// Makes the measure of a name, even an unknown one.
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
}
