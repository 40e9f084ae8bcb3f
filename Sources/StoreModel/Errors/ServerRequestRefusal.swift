/// The reason why a request of the app's server is refused; the raw value is the code of Apple's
/// error.
///
/// The first three digits of a code are the HTTP status of the response.
public enum ServerRequestRefusal: Int, Error, Sendable, CaseIterable {
    /// The body isn't a JSON object, or a member without a code of its own is invalid.
    case malformedRequest = 4_000_000
    /// A subscription is extended by 1 to 90 days.
    case invalidExtensionLength = 4_000_009
    /// The reason of an extension is a number from 0 to 3.
    case invalidExtensionReason = 4_000_010
    /// The identifier has 1 to 128 characters, and is that of one request.
    case invalidRequestIdentifier = 4_000_011
    /// The product is not an auto-renewable subscription of the catalog.
    case invalidProduct = 4_000_023
    /// The list of storefronts is empty.
    case noStorefronts = 4_000_027
    /// The App Store has no such storefront.
    case invalidStorefront = 4_000_028
    /// `accountTenure` is invalid.
    case invalidAccountTenure = 4_000_032
    /// `appAccountToken` is invalid.
    case invalidAppAccountToken = 4_000_033
    /// `consumptionStatus` is invalid.
    case invalidConsumptionStatus = 4_000_034
    /// `customerConsented` is invalid: without consent there is nothing to send.
    case invalidCustomerConsented = 4_000_035
    /// `deliveryStatus` is invalid.
    case invalidDeliveryStatus = 4_000_036
    /// `lifetimeDollarsPurchased` is invalid.
    case invalidLifetimeDollarsPurchased = 4_000_037
    /// `lifetimeDollarsRefunded` is invalid.
    case invalidLifetimeDollarsRefunded = 4_000_038
    /// `platform` is invalid.
    case invalidPlatform = 4_000_039
    /// `playTime` is invalid.
    case invalidPlayTime = 4_000_040
    /// `sampleContentProvided` is invalid.
    case invalidSampleContentProvided = 4_000_041
    /// `userStatus` is invalid.
    case invalidUserStatus = 4_000_042
    /// No consumption is asked of this kind of product.
    case unsupportedProductKind = 4_000_047
    /// The account token of a purchase that the family shares cannot be set.
    case familySharedAccountToken = 4_000_185
    /// The transaction is not the first one of its purchase.
    case notOriginalTransaction = 4_000_187
    /// The subscription is not active.
    case extensionNotAllowed = 4_030_004
    /// The subscription was extended twice in 365 days.
    case maximumExtensionsReached = 4_030_005
    /// Only the purchaser's subscription can be extended, not one that the family shares.
    case familySharedExtension = 4_030_007
    /// The customer has no subscription with the original transaction.
    case unknownOriginalTransaction = 4_040_005
}
