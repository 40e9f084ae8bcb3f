public import Foundation

extension Product.SubscriptionInfo {
    /// The whole commitment of a customer.
    public struct CommitmentInfo: Hashable, Sendable {
        /// The price of the whole commitment.
        public let price: Decimal

        /// The price of the whole commitment as a string.
        public let displayPrice: String

        /// The length of the commitment.
        public let period: SubscriptionPeriod

        package init(price: Decimal, displayPrice: String, period: SubscriptionPeriod) {
            self.price = price
            self.displayPrice = displayPrice
            self.period = period
        }
    }

    /// The terms of one way to pay for a subscription.
    public struct PricingTerms: Hashable, Sendable {
        /// The price of one payment.
        public let billingPrice: Decimal

        /// The price of one payment as a string.
        public let billingDisplayPrice: String

        /// The time between two payments.
        public let billingPeriod: BillingPeriod

        /// The way to pay.
        public let billingPlanType: BillingPlanType

        /// The customer's commitment.
        public let commitmentInfo: CommitmentInfo

        /// The offers on these terms.
        public let subscriptionOffers: [Product.SubscriptionOffer]

        package init(
            billingPrice: Decimal,
            billingDisplayPrice: String,
            billingPeriod: BillingPeriod,
            billingPlanType: BillingPlanType,
            commitmentInfo: CommitmentInfo,
            subscriptionOffers: [Product.SubscriptionOffer]
        ) {
            self.billingPrice = billingPrice
            self.billingDisplayPrice = billingDisplayPrice
            self.billingPeriod = billingPeriod
            self.billingPlanType = billingPlanType
            self.commitmentInfo = commitmentInfo
            self.subscriptionOffers = subscriptionOffers
        }

        /// The offers of one type.
        public subscript(
            offers type: Product.SubscriptionOffer.OfferType
        ) -> [Product.SubscriptionOffer] {
            subscriptionOffers.filter { $0.type == type }
        }
    }
}
