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
    }

    /// The terms of one billing plan of a subscription.
    public struct PricingTerms: Hashable, Sendable {
        /// The price of one payment.
        public let billingPrice: Decimal

        /// The price of one payment as a string.
        public let billingDisplayPrice: String

        /// The time between two payments.
        public let billingPeriod: BillingPeriod

        /// The billing plan.
        public let billingPlanType: BillingPlanType

        /// The customer's commitment.
        public let commitmentInfo: CommitmentInfo

        /// The prices, by seat or one for all.
        public let pricingModel: PricingModel

        /// The offers on these terms.
        public let subscriptionOffers: [Product.SubscriptionOffer]

        /// The offers of one type.
        public subscript(
            offers type: Product.SubscriptionOffer.OfferType
        ) -> [Product.SubscriptionOffer] {
            subscriptionOffers.filter { $0.type == type }
        }
    }

    /// The time between two payments.
    public typealias BillingPeriod = SubscriptionPeriod

    /// A billing plan of a subscription.
    public struct BillingPlanType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The plan's name in signed transactions.
        public let rawValue: String

        /// Makes the plan of a name, even an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A payment each month of a commitment.
        public static let monthly = BillingPlanType(rawValue: "MONTHLY")

        /// One payment at the beginning of the period.
        public static let upFront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    }

    /// A subscription that is part of a bundle.
    public struct BundledSubscription: Equatable, Hashable, Sendable {
        /// The identifier of the product.
        public let id: Product.ID

        /// The name of the product.
        public let displayName: String

        /// The description of the product.
        public let description: String

        /// The price outside of the bundle.
        public let price: Decimal

        /// The price as a string.
        public let displayPrice: String

        /// Whether the customer can share the product with their family.
        public let isFamilyShareable: Bool

        /// The group of the subscription.
        public let subscriptionGroupID: String

        /// The level of service within the group; 1 is the highest.
        public let subscriptionGroupLevel: Int

        /// The name of the group.
        public let subscriptionGroupDisplayName: String
    }
}
