public import Foundation

/// A receipt in types, beside the dictionary that it was decoded from.
///
/// Values that the receipt doesn't contain are nil or empty. Queries have the parameters and the
/// results of those of `SwiftyStoreKit`, which decode a dictionary each time.
public struct ReceiptDetails: Equatable, Sendable {
    /// The environment: `Production` or `Sandbox`.
    public let environment: String?
    /// The bundle identifier of the app; compare it with a constant.
    public let bundleId: String?
    /// The version of the app, as the receipt was made.
    public let applicationVersion: String?
    /// The version of the app that the customer got first.
    public let originalApplicationVersion: String?
    /// The date when the receipt was made.
    public let creationDate: Date?
    /// The date when the server responded.
    public let requestDate: Date?
    /// The date when the receipt expires, for a volume purchase.
    public let expirationDate: Date?
    /// The purchases in the receipt's file, in its order.
    public let items: [ReceiptItem]
    /// The server's transactions of subscriptions, in its order.
    public let latestItems: [ReceiptItem]
    /// The renewal that is due for each auto-renewable subscription.
    public let renewals: [SubscriptionRenewal]
    /// The purchases that queries search.
    let purchases: ReceiptPurchases

    /// Decodes a receipt as a validator returns it.
    public init(receiptInfo: ReceiptInfo) {
        self.init(ReceiptDecoder(receiptInfo))
    }

    /// Decodes the JSON of a verifyReceipt response.
    ///
    /// On Linux this is several times faster than to decode the dictionary of
    /// ``VerifyReceiptResult/init(json:)``, for which Foundation converts every value.
    ///
    /// - Parameter json: The body of the response, in UTF-8.
    /// - Throws: ``ReceiptError/jsonDecodeError(string:)`` for data that isn't JSON, and
    ///   ``ReceiptError/receiptInvalid(receipt:status:)`` for every status but 0.
    public init(json: Data) throws(ReceiptError) {
        self.init(ReceiptDecoder(try DecodedVerifyReceiptResponse(json).fields.get()))
    }

    private init(_ decoder: ReceiptDecoder) {
        let receipt = decoder.receipt ?? .swift([:])
        let type = receipt.string("receipt_type")
        environment = decoder.response.string("environment") ?? type.map(Self.environment)
        bundleId = receipt.string("bundle_id") ?? receipt.string("bid")
        applicationVersion = receipt.string("application_version") ?? receipt.string("bvrs")
        originalApplicationVersion = receipt.string("original_application_version")
        creationDate = receipt.date("receipt_creation_date")
        requestDate = decoder.requestDate
        expirationDate = receipt.date("expiration_date")
        renewals = decoder.renewals
        purchases = decoder.purchases()
        items = purchases.all.filter { !$0.isLatest }.map(\.item)
        latestItems = purchases.all.filter(\.isLatest).map(\.item)
    }

    /// Compares everything, the items one by one in their order.
    public static func == (left: ReceiptDetails, right: ReceiptDetails) -> Bool {
        left.environment == right.environment && left.bundleId == right.bundleId
            && left.applicationVersion == right.applicationVersion
            && left.originalApplicationVersion == right.originalApplicationVersion
            && left.creationDate == right.creationDate && left.requestDate == right.requestDate
            && left.expirationDate == right.expirationDate && left.renewals == right.renewals
            && left.purchases == right.purchases
    }

    private static func environment(_ receiptType: String) -> String {
        if receiptType.hasSuffix("Sandbox") { return "Sandbox" }
        return receiptType.hasPrefix("Production") ? "Production" : receiptType
    }
}

extension ReceiptDetails {
    /// Whether a product was bought, and not refunded or revoked.
    ///
    /// - Returns: The newest purchase that counts, from the file or from the server's list.
    public func verifyPurchase(productId: String) -> VerifyPurchaseResult {
        purchases.newest(productId)
    }

    /// Whether products were bought, and not refunded or revoked.
    ///
    /// - Returns: A result for each identifier.
    public func verifyPurchases(productIds: Set<String>) -> [String: VerifyPurchaseResult] {
        purchases.newest(productIds)
    }

    /// Whether a subscription is active.
    public func verifySubscription(
        ofType type: SubscriptionType,
        productId: String,
        validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        verifySubscriptions(ofType: type, productIds: [productId], validUntil: date)
    }

    /// Whether any subscription of a group is active.
    ///
    /// A subscription that was upgraded, refunded or revoked does not count.
    public func verifySubscriptions(
        ofType type: SubscriptionType = .autoRenewable,
        productIds: Set<String>,
        validUntil date: Date? = nil
    ) -> VerifySubscriptionResult {
        purchases.subscriptions(type, productIds, at: referenceDate(validUntil: date))
    }

    /// The date that the ends of subscriptions are compared with: `date` if one is given, otherwise
    /// ``requestDate``, otherwise now.
    public func referenceDate(validUntil date: Date? = nil) -> Date {
        date ?? requestDate ?? Date()
    }

    /// The customer's access to each product that was ever bought.
    public func productStatuses(
        productIds: Set<String>? = nil,
        nonRenewing: [String: TimeInterval] = [:],
        at date: Date? = nil
    ) -> [String: ProductStatus] {
        let date = referenceDate(validUntil: date)
        return purchases.statuses(of: productIds, renewals, nonRenewing, at: date)
    }

    /// The renewal that is due for each auto-renewable subscription; the same as ``renewals``.
    public func subscriptionRenewals() -> [SubscriptionRenewal] { renewals }

    /// The offers that the customer is eligible for; `productIds` are all subscriptions of a group.
    public func offerEligibility(
        productIds: Set<String>,
        at date: Date? = nil
    ) -> OfferEligibility {
        purchases.eligibility(productIds, renewals, at: referenceDate(validUntil: date))
    }

    /// The identifiers of every product, refunded and revoked ones included.
    public func allProductIds() -> Set<String> { purchases.productIDs }

    /// The identifiers of the products of one type; nil instead of an empty set.
    public func distinctProductIds(
        ofType type: SubscriptionType = .autoRenewable
    ) -> Set<String>? {
        purchases.distinctProductIDs(type)
    }
}
