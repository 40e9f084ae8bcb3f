public import Foundation

extension TransactionPayload {
    /// The kind of a product.
    ///
    /// The document can contain any string; the known ones are constants here.
    public struct ProductType: RawRepresentable, Hashable, Sendable {
        /// The string in the document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A subscription that renews until it is cancelled.
        public static let autoRenewableSubscription = Self(rawValue: "Auto-Renewable Subscription")
        /// A product that is purchased once.
        public static let nonConsumable = Self(rawValue: "Non-Consumable")
        /// A product that is used up and can be purchased again.
        public static let consumable = Self(rawValue: "Consumable")
        /// A subscription that ends without renewal.
        public static let nonRenewingSubscription = Self(rawValue: "Non-Renewing Subscription")
    }

    /// The relationship of a customer to a purchase.
    ///
    /// The document can contain any string; the known ones are constants here.
    public struct OwnershipType: RawRepresentable, Hashable, Sendable {
        /// The string in the document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer purchased it.
        public static let purchased = Self(rawValue: "PURCHASED")
        /// A member of the family purchased it.
        public static let familyShared = Self(rawValue: "FAMILY_SHARED")
        /// The purchaser of seats, or an organization, gave it to the customer.
        public static let assigned = Self(rawValue: "ASSIGNED")
    }

    /// The cause of a transaction.
    ///
    /// The document can contain any string; the known ones are constants here.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The string in the document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer purchased the product.
        public static let purchase = Self(rawValue: "PURCHASE")
        /// The App Store renewed the subscription.
        public static let renewal = Self(rawValue: "RENEWAL")
    }

    /// The reason that several transactions represent one period of a subscription.
    ///
    /// The document can contain any string; the known one is a constant here.
    public struct AdditionalTransactionReason: RawRepresentable, Hashable, Sendable {
        /// The string in the document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer added seats during the period.
        public static let seatAddition = Self(rawValue: "SEAT_ADDITION")
    }
}

extension TransactionPayload {
    /// The cause of a refund.
    ///
    /// The document can have any number; the known ones are constants here.
    public struct RevocationReason: RawRepresentable, Hashable, Sendable {
        /// The number in the document.
        public let rawValue: Int64

        /// Makes a value of the number in a document.
        public init(rawValue: Int64) {
            self.rawValue = rawValue
        }

        /// Another reason.
        public static let other = Self(rawValue: 0)
        /// The customer had a problem with the app.
        public static let developerIssue = Self(rawValue: 1)
    }

    /// The way in which a purchase was refunded or revoked.
    ///
    /// The document can contain any string; the known ones are constants here.
    public struct RevocationType: RawRepresentable, Hashable, Sendable {
        /// The string in the document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The whole price was refunded.
        public static let fullRefund = Self(rawValue: "REFUND_FULL")
        /// A part of the price was refunded.
        public static let proratedRefund = Self(rawValue: "REFUND_PRORATED")
        /// The product is no longer shared with the family.
        public static let familyRevoke = Self(rawValue: "FAMILY_REVOKE")
        /// The seat was taken from the customer.
        public static let assignmentRevoke = Self(rawValue: "ASSIGNMENT_REVOKE")
    }

    /// The commitment of a subscription that is billed monthly.
    public struct Commitment: Hashable, Sendable {
        /// The number of the billing period, from 1 on.
        public var billingPeriodNumber: Int64?
        /// The number of billing periods.
        public var totalBillingPeriods: Int64?
        /// The date when the commitment ends.
        public var expirationDate: Date?
        /// The price of all billing periods, in thousandths of the currency.
        public var priceInMilliunits: Int64?

        /// Makes a commitment in which nothing is set.
        public init() {}
    }
}

extension TransactionPayload.Commitment: JSONMembersCoding {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.code("billingPeriodNumber", .integer, &billingPeriodNumber)
        try members.code("totalBillingPeriods", .integer, &totalBillingPeriods)
        try members.code("commitmentExpiresDate", .date, &expirationDate)
        try members.code("commitmentPrice", .integer, &priceInMilliunits)
    }
}
