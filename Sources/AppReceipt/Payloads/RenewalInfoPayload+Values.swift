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
        public static let customerCancelled = Self(rawValue: 1)
        /// The customer could not be billed.
        public static let billingError = Self(rawValue: 2)
        /// The customer did not consent to a higher price.
        public static let priceIncreaseNotConsented = Self(rawValue: 3)
        /// The product was no longer sold.
        public static let productUnavailable = Self(rawValue: 4)
        /// Another reason.
        public static let other = Self(rawValue: 5)
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
        public static let pending = Self(rawValue: 0)
        /// The customer consented, or need not.
        public static let agreed = Self(rawValue: 1)
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
        try members.code("commitmentAutoRenewProductId", .text, &renewalProductIdentifier)
        try members.code("commitmentAutoRenewStatus", .numericFlag, &willAutoRenew)
        try members.code("commitmentRenewalBillingPlanType", .named, &renewalBillingPlanType)
        try members.code("commitmentRenewalDate", .date, &renewalDate)
        try members.code("commitmentRenewalPrice", .integer, &renewalPriceInMilliunits)
    }
}
