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
    /// The quantity.
    public var quantity: Int64?
    /// Whether the customer purchased the product or has it by Family Sharing.
    public var ownershipType: OwnershipType?
    /// Whether the transaction is a purchase or a renewal.
    public var reason: Reason?
    /// The reason why several transactions represent one period; missing where one does.
    public var additionalTransactionReason: AdditionalTransactionReason?
    /// The price in thousandths of the currency: 9990 is 9.99.
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

extension TransactionPayload: JSONMembersCoding, OfferPayload, DeviceBoundPayload {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try codeIdentifiers(with: &members)
        try codeDates(with: &members)
        try codeTerms(with: &members)
        try codeOffer(with: &members)
        try codeDevice(with: &members)
    }

    private mutating func codeIdentifiers(
        with members: inout JSONMembers
    ) throws(JSONMembers.Failure) {
        try members.text("transactionId", &transactionIdentifier)
        try members.text("originalTransactionId", &originalTransactionIdentifier)
        try members.text("webOrderLineItemId", &webOrderLineItemIdentifier)
        try members.text("appTransactionId", &appTransactionIdentifier)
        try members.text("bundleId", &bundleIdentifier)
        try members.text("productId", &productIdentifier)
        try members.text("subscriptionGroupIdentifier", &subscriptionGroupIdentifier)
        try members.uuid("appAccountToken", &appAccountToken)
        try members.named("environment", &environment)
    }

    private mutating func codeDates(
        with members: inout JSONMembers
    ) throws(JSONMembers.Failure) {
        try members.date("signedDate", &signedDate)
        try members.date("purchaseDate", &purchaseDate)
        try members.date("originalPurchaseDate", &originalPurchaseDate)
        try members.date("expiresDate", &expirationDate)
        try members.date("revocationDate", &revocationDate)
        try members.numbered("revocationReason", &revocationReason)
        try members.named("revocationType", &revocationType)
        try members.integer("revocationPercentage", &revocationPercentage)
        try members.flag("isUpgraded", &isUpgraded)
    }

    private mutating func codeTerms(
        with members: inout JSONMembers
    ) throws(JSONMembers.Failure) {
        try members.named("type", &productType)
        try members.integer("quantity", &quantity)
        try members.named("inAppOwnershipType", &ownershipType)
        try members.named("transactionReason", &reason)
        try members.named("additionalTransactionReason", &additionalTransactionReason)
        try members.integer("price", &priceInMilliunits)
        try members.text("currency", &currency)
        try members.text("storefront", &storefront)
        try members.text("storefrontId", &storefrontIdentifier)
        try members.named("billingPlanType", &billingPlanType)
        try members.object("commitmentInfo", &commitment)
        try members.json("advancedCommerceInfo", &advancedCommerceInfo)
    }
}
