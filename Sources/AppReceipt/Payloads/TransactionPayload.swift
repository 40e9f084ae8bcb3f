public import Foundation

/// The payload of a signed transaction, which Apple names `JWSTransactionDecodedPayload`.
///
/// Older documents lack members that were added later, so every one may be missing.
public struct TransactionPayload: JWSPayload {
    /// The identifier of the transaction; "0" in documents of Xcode.
    public var transactionIdentifier: String?
    /// The identifier of the first transaction of the purchase.
    public var originalTransactionIdentifier: String?
    /// The identifier of the subscription's period across devices.
    public var webOrderLineItemIdentifier: String?
    /// The identifier of the download of the app by this customer.
    public var appTransactionIdentifier: String?
    /// The app's bundle identifier.
    public var bundleIdentifier: String?
    /// The product.
    public var productIdentifier: String?
    /// The group of the subscription.
    public var subscriptionGroupIdentifier: String?
    /// The account that the app gave with the purchase.
    public var appAccountToken: UUID?
    /// The environment; missing in documents from before 2022.
    public var environment: JWSEnvironment?
    /// The date when the document was signed.
    public var signedDate: Date?
    /// The date when the product was purchased, renewed or restored.
    public var purchaseDate: Date?
    /// The date when the product was first purchased.
    public var originalPurchaseDate: Date?
    /// The date when the subscription's period ends.
    public var expirationDate: Date?
    /// The date when Apple refunded or revoked the purchase.
    public var revocationDate: Date?
    /// The reason why Apple refunded or revoked the purchase.
    public var revocationReason: RevocationReason?
    /// The kind of refund or revocation.
    public var revocationType: RevocationType?
    /// The part of the price that was refunded, in thousandths of a percent.
    public var revocationPercentage: Int64?
    /// Whether the customer upgraded to another subscription.
    public var isUpgraded: Bool?
    /// The kind of product.
    public var productType: ProductType?
    /// The quantity; seats of a subscription's other transactions aren't included.
    public var quantity: Int64?
    /// The seats of the transaction; missing in a subscription without.
    public var multiSeatInfo: MultiSeatInfo?
    /// Whether the customer purchased the product, or has it from another customer.
    public var ownershipType: OwnershipType?
    /// Whether the transaction is a purchase or a renewal.
    public var reason: Reason?
    /// The reason why several transactions represent one period; missing where one does.
    public var additionalTransactionReason: AdditionalTransactionReason?
    /// The price in thousandths of the currency: 9990 is 9.99.
    ///
    /// Of several seats it is the average price of one.
    public var priceInMilliunits: Int64?
    /// The currency of the price (ISO 4217).
    public var currency: String?
    /// The country or region of the App Store (ISO 3166-1 alpha-3).
    public var storefront: String?
    /// Apple's identifier of the storefront.
    public var storefrontIdentifier: String?
    /// The billing plan of the subscription.
    public var billingPlanType: BillingPlanType?
    /// The commitment of a subscription that is billed monthly.
    public var commitment: Commitment?
    /// The data of the Advanced Commerce API: a JSON object in UTF-8.
    public var advancedCommerceInfo: Data?
    /// The kind of offer.
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
        ownMembers: ["transactionId", "purchaseDate"],
        signingDates: ["signedDate"]
    )
}

extension TransactionPayload: JSONMembersCoding, PurchasePayload, DeviceBoundPayload {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.code("transactionId", .text, &transactionIdentifier)
        try members.code("webOrderLineItemId", .text, &webOrderLineItemIdentifier)
        try members.code("bundleId", .text, &bundleIdentifier)
        try members.code("subscriptionGroupIdentifier", .text, &subscriptionGroupIdentifier)
        try members.code("purchaseDate", .date, &purchaseDate)
        try members.code("originalPurchaseDate", .date, &originalPurchaseDate)
        try members.code("expiresDate", .date, &expirationDate)
        try members.code("revocationDate", .date, &revocationDate)
        try members.code("revocationReason", .numbered, &revocationReason)
        try members.code("revocationType", .named, &revocationType)
        try members.code("revocationPercentage", .integer, &revocationPercentage)
        try members.code("isUpgraded", .flag, &isUpgraded)
        try members.code("type", .named, &productType)
        try members.code("quantity", .integer, &quantity)
        try members.code("multiSeatInfo", .object, &multiSeatInfo)
        try members.code("inAppOwnershipType", .named, &ownershipType)
        try members.code("transactionReason", .named, &reason)
        try members.code("additionalTransactionReason", .named, &additionalTransactionReason)
        try members.code("price", .integer, &priceInMilliunits)
        try members.code("storefront", .text, &storefront)
        try members.code("storefrontId", .text, &storefrontIdentifier)
        try members.code("billingPlanType", .named, &billingPlanType)
        try members.code("commitmentInfo", .object, &commitment)
        try codeShared(with: &members)
        try codeDevice(with: &members)
    }
}
