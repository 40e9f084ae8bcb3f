public import Foundation

extension RenewalInfoPayload {
    /// The cause of the end of a subscription.
    ///
    /// The document can have any number; the known ones are constants here.
    public struct ExpirationReason: RawRepresentable, Hashable, Sendable {
        /// The number in the document.
        public let rawValue: Int64

        /// Makes a value of the number in a document.
        public init(rawValue: Int64) {
            self.rawValue = rawValue
        }

        /// The customer cancelled it.
        public static let customerCancelled = ExpirationReason(rawValue: 1)
        /// The customer could not be billed.
        public static let billingError = ExpirationReason(rawValue: 2)
        /// The customer did not consent to a higher price.
        public static let priceIncreaseNotConsented = ExpirationReason(rawValue: 3)
        /// The product was no longer sold.
        public static let productUnavailable = ExpirationReason(rawValue: 4)
        /// Another reason.
        public static let other = ExpirationReason(rawValue: 5)
    }

    /// The customer's response to a price increase.
    ///
    /// The document can have any number; the known ones are constants here.
    public struct PriceIncreaseStatus: RawRepresentable, Hashable, Sendable {
        /// The number in the document.
        public let rawValue: Int64

        /// Makes a value of the number in a document.
        public init(rawValue: Int64) {
            self.rawValue = rawValue
        }

        /// The customer has not responded.
        public static let pending = PriceIncreaseStatus(rawValue: 0)
        /// The customer consented, or need not.
        public static let agreed = PriceIncreaseStatus(rawValue: 1)
    }

    /// The renewal after the commitment of a subscription with monthly billing.
    public struct Commitment: Hashable, Sendable {
        /// The product of the next commitment.
        public var renewalProductIdentifier: String?
        /// Whether the commitment renews.
        public var willAutoRenew: Bool?
        /// The billing plan of the next commitment.
        public var renewalBillingPlanType: BillingPlanType?
        /// The date when the commitment renews.
        public var renewalDate: Date?
        /// The price of the next commitment, in thousandths of the currency.
        public var renewalPriceInMilliunits: Int64?

        /// Makes a commitment in which nothing is set.
        public init() {}
    }
}

extension RenewalInfoPayload.Commitment: JSONMembersCoding {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.text("commitmentAutoRenewProductId", &renewalProductIdentifier)
        try members.numericFlag("commitmentAutoRenewStatus", &willAutoRenew)
        try members.named("commitmentRenewalBillingPlanType", &renewalBillingPlanType)
        try members.date("commitmentRenewalDate", &renewalDate)
        try members.integer("commitmentRenewalPrice", &renewalPriceInMilliunits)
    }
}
