public import Foundation

extension Product.SubscriptionInfo.RenewalInfo {
    /// The next commitment of a subscription that is billed by the month.
    public struct CommitmentInfo: Hashable, Sendable {
        /// The product of the next commitment.
        public let autoRenewPreference: String

        /// The way in which the next commitment is billed.
        public let renewalBillingPlanType: SubscriptionInfo.BillingPlanType

        /// The date when the next commitment begins.
        public let renewalDate: Date

        /// The price of the next commitment.
        public let renewalPrice: Decimal

        /// Whether there will be a next commitment.
        public let willAutoRenew: Bool

        package init(
            autoRenewPreference: String,
            renewalBillingPlanType: SubscriptionInfo.BillingPlanType,
            renewalDate: Date,
            renewalPrice: Decimal,
            willAutoRenew: Bool
        ) {
            self.autoRenewPreference = autoRenewPreference
            self.renewalBillingPlanType = renewalBillingPlanType
            self.renewalDate = renewalDate
            self.renewalPrice = renewalPrice
            self.willAutoRenew = willAutoRenew
        }
    }
}
