package import Foundation

/// A payload with the members that transaction and renewal info share.
package protocol PurchasePayload {
    var originalTransactionIdentifier: String? { get set }
    var appTransactionIdentifier: String? { get set }
    var productIdentifier: String? { get set }
    var appAccountToken: UUID? { get set }
    var environment: JWSEnvironment? { get set }
    var signedDate: Date? { get set }
    var currency: String? { get set }
    var advancedCommerceInfo: Data? { get set }
    var offerType: OfferType? { get set }
    var offerIdentifier: String? { get set }
    var offerDiscountType: OfferDiscountType? { get set }
    var offerPeriod: String? { get set }
}

extension PurchasePayload {
    mutating func codeShared(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.code("originalTransactionId", .text, &originalTransactionIdentifier)
        try members.code("appTransactionId", .text, &appTransactionIdentifier)
        try members.code("productId", .text, &productIdentifier)
        try members.code("appAccountToken", .uuid, &appAccountToken)
        try members.code("environment", .named, &environment)
        try members.code("signedDate", .date, &signedDate)
        try members.code("currency", .text, &currency)
        try members.code("advancedCommerceInfo", .json, &advancedCommerceInfo)
        try members.code("offerType", .numbered, &offerType)
        try members.code("offerIdentifier", .text, &offerIdentifier)
        try members.code("offerDiscountType", .named, &offerDiscountType)
        try members.code("offerPeriod", .text, &offerPeriod)
    }
}

/// The kind of an offer.
///
/// The document can have any number; the known ones are constants here.
public struct OfferType: RawRepresentable, Hashable, Sendable {
    /// The number in the document.
    public let rawValue: Int64

    /// Makes a value of the number in a document.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// An introductory offer.
    public static let introductory = Self(rawValue: 1)
    /// A promotional offer.
    public static let promotional = Self(rawValue: 2)
    /// An offer code.
    public static let code = Self(rawValue: 3)
    /// A win-back offer.
    public static let winBack = Self(rawValue: 4)
}

/// The way in which an offer is paid.
///
/// The document can contain any string; the known ones are constants here.
public struct OfferDiscountType: RawRepresentable, Hashable, Sendable {
    /// The string in the document.
    public let rawValue: String

    /// Makes a value of the string in a document.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The period is free.
    public static let freeTrial = Self(rawValue: "FREE_TRIAL")
    /// Each billing period has its price.
    public static let payAsYouGo = Self(rawValue: "PAY_AS_YOU_GO")
    /// The whole period is paid at its start.
    public static let payUpFront = Self(rawValue: "PAY_UP_FRONT")
    /// A product is paid once at a lower price.
    public static let oneTime = Self(rawValue: "ONE_TIME")
}

/// The way in which a subscription is billed.
///
/// The document can contain any string; the known ones are constants here.
public struct BillingPlanType: RawRepresentable, Hashable, Sendable {
    /// The string in the document.
    public let rawValue: String

    /// Makes a value of the string in a document.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The whole period is paid at its start.
    public static let billedUpFront = Self(rawValue: "BILLED_UPFRONT")
    /// Every month of a longer commitment is paid.
    public static let monthly = Self(rawValue: "MONTHLY")
}
