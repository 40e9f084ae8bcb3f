public import Foundation

/// The payload of a signed renewal info, which Apple names `JWSRenewalInfoDecodedPayload`: the
/// future of a subscription.
///
/// It names no app, so its ``originalTransactionIdentifier`` must match a transaction of the app.
public struct RenewalInfoPayload: JWSPayload {
    /// The identifier of the first transaction of the subscription.
    public var originalTransactionIdentifier: String?
    /// The identifier of the download of the app by this customer.
    public var appTransactionIdentifier: String?
    /// The current product.
    public var productIdentifier: String?
    /// The product of the next period.
    public var renewalProductIdentifier: String?
    /// The account that the app gave with the purchase.
    public var appAccountToken: UUID?
    /// The environment.
    public var environment: JWSEnvironment?
    /// The win-back offers that the customer may have, the best first.
    public var eligibleWinBackOfferIdentifiers: [String]?
    /// The date when the document was signed.
    public var signedDate: Date?
    /// The date when the subscription began, apart from gaps of 60 days or less.
    public var recentSubscriptionStartDate: Date?
    /// The date when the subscription renews.
    public var renewalDate: Date?
    /// The date when the grace period ends.
    public var gracePeriodExpirationDate: Date?
    /// Whether the subscription renews.
    public var willAutoRenew: Bool?
    /// Whether the App Store tries to bill again.
    public var isInBillingRetryPeriod: Bool?
    /// The reason why the subscription expired.
    public var expirationReason: ExpirationReason?
    /// Whether the customer consented to a higher price.
    public var priceIncreaseStatus: PriceIncreaseStatus?
    /// The price of the next period, in thousandths of the currency; of several
    /// seats the average price of one.
    public var renewalPriceInMilliunits: Int64?
    /// The number of seats of the next period; it may change until the renewal.
    public var renewalQuantity: Int64?
    /// The seats of the next period by their price; missing if it has none.
    public var multiSeatInfo: MultiSeatInfo?
    /// The currency of the price (ISO 4217).
    public var currency: String?
    /// The billing plan of the next period.
    public var renewalBillingPlanType: BillingPlanType?
    /// The renewal after the commitment of a subscription with monthly billing.
    public var commitment: Commitment?
    /// The data of the Advanced Commerce API: a JSON object in UTF-8.
    public var advancedCommerceInfo: Data?
    /// The kind of offer of the next period.
    public var offerType: OfferType?
    /// The promotional offer or the offer code.
    public var offerIdentifier: String?
    /// The payment mode of the offer.
    public var offerDiscountType: OfferDiscountType?
    /// The period of the offer (ISO 8601).
    public var offerPeriod: String?
    /// The hash that binds the document to a device.
    public var deviceVerification: [UInt8]?
    /// The value that was hashed with the identifier of the device.
    public var deviceVerificationNonce: UUID?

    /// Makes a payload in which nothing is set.
    public init() {}

    /// The decoding and encoding of the payload.
    public static let coding = JWSPayloadCoding<Self>(
        ownMembers: ["autoRenewStatus", "autoRenewProductId"],
        signingDates: ["signedDate"]
    )
}

extension RenewalInfoPayload: JSONMembersCoding, PurchasePayload, DeviceBoundPayload {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.code("autoRenewProductId", .text, &renewalProductIdentifier)
        try members.code("eligibleWinBackOfferIds", .texts, &eligibleWinBackOfferIdentifiers)
        try members.code("recentSubscriptionStartDate", .date, &recentSubscriptionStartDate)
        try members.code("renewalDate", .date, &renewalDate)
        try members.code("gracePeriodExpiresDate", .date, &gracePeriodExpirationDate)
        try members.code("autoRenewStatus", .numericFlag, &willAutoRenew)
        try members.code("isInBillingRetryPeriod", .flag, &isInBillingRetryPeriod)
        try members.code("expirationIntent", .numbered, &expirationReason)
        try members.code("priceIncreaseStatus", .numbered, &priceIncreaseStatus)
        try members.code("renewalPrice", .integer, &renewalPriceInMilliunits)
        try members.code("renewalQuantity", .integer, &renewalQuantity)
        try members.code("multiSeatInfo", .object, &multiSeatInfo)
        try members.code("renewalBillingPlanType", .named, &renewalBillingPlanType)
        try members.code("commitmentInfo", .object, &commitment)
        try codeShared(with: &members)
        try codeDevice(with: &members)
    }
}
