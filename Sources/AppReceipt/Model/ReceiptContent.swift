public import Foundation

/// What a receipt says, whether or not anybody vouches for it.
///
/// A value of this type proves nothing: it may have been written by hand, to be issued, or read
/// from a receipt that nobody verified. Only a ``Receipt`` is verified.
public struct ReceiptContent: Hashable, Sendable {
    /// The kind of receipt (attribute 0); `nil` where the receipt does not say, which never counts
    /// as production.
    public var type: ReceiptType?
    /// The app's number in the App Store (attribute 1); 0 outside production.
    public var appIdentifier: Int64?
    /// The app's bundle identifier (attribute 2).
    public var bundleIdentifier: String
    /// The app's version (attribute 3): `CFBundleVersion`, on macOS `CFBundleShortVersionString`.
    public var appVersion: String
    /// The octets that the device hash is salted with (attribute 4); empty where missing.
    public var opaqueValue: [UInt8]
    /// The SHA-1 hash of device, opaque value and bundle identifier (attribute 5); empty where
    /// missing.
    public var deviceHash: [UInt8]
    /// The age rating (attribute 10), such as "4+".
    public var ageRating: String?
    /// The developer's number in the App Store (attribute 11); 0 outside production.
    public var developerIdentifier: Int64?
    /// When the receipt was made (attribute 12).
    public var creationDate: Date
    /// The number of the download (attribute 15); 0 outside production.
    public var downloadIdentifier: Int64?
    /// The App Store's number of the app's version (attribute 16); 0 outside production.
    public var versionExternalIdentifier: Int64?
    /// The purchases (attribute 17), in the order in which the receipt holds them.
    public var inAppPurchases: [Receipt.InAppPurchase]
    /// When the app was first bought (attribute 18); always 2013-08-01 in the sandbox.
    public var originalPurchaseDate: Date?
    /// The version that was first bought (attribute 19); always "1.0" in the sandbox.
    public var originalAppVersion: String?
    /// When the receipt expires (attribute 21): volume purchases and Xcode's receipts.
    public var expirationDate: Date?
    /// When the app was pre-ordered (attribute 32).
    public var preorderDate: Date?
    /// The attributes that are known and whose meaning Apple never told.
    public var undocumented: Undocumented
    /// The attributes that have no property here, as they stand in the receipt.
    public var otherAttributes: [ReceiptAttribute]

    /// Makes the content of a receipt of an app, with the purchases given and nothing else.
    public init(
        type: ReceiptType?,
        bundleIdentifier: String,
        appVersion: String,
        creationDate: Date,
        inAppPurchases: [Receipt.InAppPurchase] = []
    ) {
        self.type = type
        self.bundleIdentifier = bundleIdentifier
        self.appVersion = appVersion
        self.creationDate = creationDate
        self.inAppPurchases = inAppPurchases
        opaqueValue = []
        deviceHash = []
        undocumented = Undocumented()
        otherAttributes = []
    }
}
