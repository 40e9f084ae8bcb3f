public import Foundation

extension Product.SubscriptionInfo {
    /// One payment.
    public struct BillingInfo: Hashable, Sendable {
        /// The price.
        public let price: Decimal

        /// The price as a string.
        public let displayPrice: String

        /// The time between two payments.
        public let period: BillingPeriod
    }
}

extension Product.SubscriptionInfo.PricingTerms {
    /// The prices of a subscription.
    public enum PricingModel: Hashable, Sendable {
        /// A price for one customer.
        case singlePrice(SinglePrice)

        /// Prices that depend on the number of seats.
        case seatBased(SeatBasedPricing)
    }

    /// A price for one customer.
    public struct SinglePrice: Hashable, Sendable {
        /// One payment.
        public let billingInfo: Product.SubscriptionInfo.BillingInfo

        /// The customer's commitment.
        public let commitmentInfo: Product.SubscriptionInfo.CommitmentInfo
    }

    /// Prices that depend on the number of seats.
    public struct SeatBasedPricing: Hashable, Sendable {
        /// The prices, beginning with the first seats.
        public let priceTiers: [PriceTier]

        /// The price of each seat with a number in a range.
        public struct PriceTier: Hashable, Sendable {
            /// The number of the first seat.
            public let minimumSeats: Int

            /// The number of the last seat; `nil` without a limit.
            public let maximumSeats: Int?

            /// One payment for one seat.
            public let billingInfo: Product.SubscriptionInfo.BillingInfo
        }
    }
}
