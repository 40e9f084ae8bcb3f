public import Foundation

/// The content of a receipt, verified or not.
///
/// A value of this type proves nothing: it may be decoded from a receipt that was not verified, or
/// made to be issued. Only a ``Receipt`` is verified.
public struct ReceiptContent: Hashable, Sendable {
    /// The type of the receipt (attribute 0); `nil` if it is missing, which never counts as
    /// production.
    public var type: ReceiptType?
    /// The app's identifier in the App Store (attribute 1); 0 outside production.
    public var appIdentifier: Int64?
    /// The app's bundle identifier (attribute 2).
    public var bundleIdentifier: String
    /// The app's version (attribute 3): `CFBundleVersion`, on macOS `CFBundleShortVersionString`.
    public var appVersion: String
    /// The salt of the device hash (attribute 4); empty if missing.
    public var opaqueValue: [UInt8]
    /// The SHA-1 hash of the device identifier, opaque value and bundle identifier (attribute 5);
    /// empty if missing.
    public var deviceHash: [UInt8]
    /// The age rating (attribute 10), such as "4+".
    public var ageRating: String?
    /// The developer's identifier in the App Store (attribute 11); 0 outside production.
    public var developerIdentifier: Int64?
    /// The date when the receipt was created (attribute 12).
    public var creationDate: Date
    /// The identifier of the download (attribute 15); 0 outside production.
    public var downloadIdentifier: Int64?
    /// The App Store's identifier of the app's version (attribute 16); 0 outside production.
    public var versionExternalIdentifier: Int64?
    /// The purchases (attribute 17), in the order of the receipt.
    public var inAppPurchases: [Receipt.InAppPurchase]
    /// The date when the app was first purchased (attribute 18); always 2013-08-01 in the sandbox.
    public var originalPurchaseDate: Date?
    /// The version that was first purchased (attribute 19); always "1.0" in the sandbox.
    public var originalAppVersion: String?
    /// The date when the receipt expires (attribute 21); only in volume purchases and Xcode's
    /// receipts.
    public var expirationDate: Date?
    /// The date when the app was pre-ordered (attribute 32).
    public var preorderDate: Date?
    /// The attributes whose meaning is not documented.
    public var undocumented: Undocumented
    /// The attributes that have no property here, in the order of the receipt.
    public var otherAttributes: [ReceiptAttribute]

    /// Makes a content in which nothing else is set.
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

extension ReceiptContent {
    /// The attributes that receipts contain and that Apple does not document, by their types.
    public struct Undocumented: Hashable, Sendable {
        /// Attribute 6: bytes of varying length; empty if missing.
        public var bytes6: [UInt8] = []
        /// Attribute 7: bytes of varying length; empty if missing.
        public var bytes7: [UInt8] = []
        /// Attribute 8: a date, in production the creation date or a little earlier.
        public var date8: Date?
        /// Attribute 9: a number whose bytes spell an ASCII tag such as "P305".
        public var integer9: Int64?
        /// Attribute 13: on iOS it seems to be the system's version, as major * 10000 +
        /// minor * 100 + patch.
        public var integer13: Int64?
        /// Attribute 14: a counter.
        public var integer14: Int64?
        /// Attribute 20: a string, empty so far, which is `nil` here.
        public var text20: String?
        /// Attribute 25: 3 on iOS and 2 on macOS so far.
        public var integer25: Int64?

        /// Makes a value in which nothing is set.
        public init() {}
    }
}

/// One attribute of a receipt as it was signed.
public struct ReceiptAttribute: Hashable, Sendable {
    /// The type of the attribute, such as 2 for the bundle identifier.
    public let type: Int
    /// The version of the attribute; nearly all of Apple's have 1.
    public let version: Int
    let bytes: ArraySlice<UInt8>

    /// Makes an attribute.
    ///
    /// In a receipt, `type` and `version` lie between 0 and 2^31 - 1.
    public init(type: Int, version: Int = 1, value: [UInt8]) {
        self.init(type: type, version: version, bytes: value[...])
    }

    init(type: Int, version: Int, bytes: ArraySlice<UInt8>) {
        self.type = type
        self.version = version
        self.bytes = bytes
    }

    /// The content of the attribute's OCTET STRING.
    public var value: [UInt8] { Array(bytes) }
}
