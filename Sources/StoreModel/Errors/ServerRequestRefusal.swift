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
    /// The request identifier is malformed, or belongs to another request.
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
    /// Consumption information isn't accepted for this kind of product.
    case unsupportedProductKind = 4_000_047
    /// The file is not a PNG image without transparency, or its dimensions don't match its size.
    case invalidImage = 4_000_161
    /// The header of a message has more than 66 characters.
    case headerTooLong = 4_000_162
    /// The body of a message has more than 144 characters.
    case bodyTooLong = 4_000_163
    /// The locale of a default message is invalid.
    case invalidLocale = 4_000_164
    /// The alternative text of an image has more than 150 characters.
    case altTextTooLong = 4_000_175
    /// A purchase that the family shares does not support the request.
    case familySharedTransaction = 4_000_185
    /// The transaction is not the first one of its purchase.
    case notOriginalTransaction = 4_000_187
    /// The performance test cannot be made: of this transaction, or in production.
    case invalidPerformanceTest = 4_000_211
    /// The identifier of a performance test is not a UUID.
    case invalidTestIdentifier = 4_000_212
    /// A performance test is running.
    case performanceTestRunning = 4_000_213
    /// The real-time URL is not one over HTTP, or it has more than 256 characters.
    case invalidRealtimeURL = 4_000_215
    /// The size of an image is unknown, or doesn't match its place in a message.
    case invalidImageSize = 4_000_216
    /// A message has more than 5 bullet points.
    case tooManyBulletPoints = 4_000_218
    /// The text of a bullet point has more than 66 characters.
    case bulletPointTextTooLong = 4_000_219
    /// The header is placed above an image, but the message has no image.
    case aboveImageWithoutImage = 4_000_224
    /// The subscription is not active.
    case extensionNotAllowed = 4_030_004
    /// The subscription was extended twice in 365 days.
    case maximumExtensionsReached = 4_030_005
    /// Only the purchaser's subscription can be extended, not one that the family shares.
    case familySharedExtension = 4_030_007
    /// The app has the maximum number of images.
    case tooManyImages = 4_030_014
    /// The app has the maximum number of messages.
    case tooManyMessages = 4_030_016
    /// The message is not approved, so it cannot be a default message.
    case messageNotApproved = 4_030_017
    /// An image of the message is not approved, so the message cannot be a default message.
    case imageNotApproved = 4_030_018
    /// The image cannot be deleted, because a message uses it.
    case imageInUse = 4_030_019
    /// A real-time URL in production requires a passed performance test.
    case noPassedPerformanceTest = 4_030_026
    /// The customer has no subscription with the original transaction.
    case unknownOriginalTransaction = 4_040_005
    /// The app has no image with the identifier.
    case unknownImage = 4_040_014
    /// The app has no message with the identifier.
    case unknownMessage = 4_040_015
    /// There was no performance test with the identifier.
    case unknownPerformanceTest = 4_040_018
    /// The product has no default message in the locale.
    case noDefaultMessage = 4_040_020
    /// No real-time URL is configured.
    case noRealtimeURL = 4_040_021
    /// The app has an image with the identifier.
    case imageExists = 4_090_000
    /// The app has a message with the identifier.
    case messageExists = 4_090_001

    // Errors about seats and groups. Apple documents their names alone; the codes are ours.

    /// The identifier of the group is malformed.
    case invalidGroupID = 4_000_901
    /// A page has 1 to 100 members.
    case invalidLimit = 4_000_902
    /// The developer's server doesn't claim the seats of the subscription.
    case transactionNotDevManagedGroup = 4_000_903
    /// The request is one of the sandbox.
    case sandboxOnly = 4_030_901
    /// No customer has the `appTransactionId`.
    case unknownAppTransaction = 4_040_901
    /// The subscription has no claim with the `seatClaimId`.
    case unknownSeatClaim = 4_040_902
    /// No active subscription has the group.
    case unknownGroup = 4_040_903
    /// The purchaser, members and claims have all seats.
    case noAvailableSeats = 4_090_901
}
