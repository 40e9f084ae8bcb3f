public import Foundation

/// The payload of a signed app transaction: the download or purchase of the app itself.
public struct AppTransactionPayload: JWSPayload {
    /// The app's bundle identifier.
    public var bundleIdentifier: String?
    /// The app's identifier in the App Store; outside production it may be missing.
    public var appAppleIdentifier: Int64?
    /// The identifier of the download of the app by this customer.
    public var appTransactionIdentifier: String?
    /// The environment.
    public var environment: JWSEnvironment?
    /// The app's version: `CFBundleVersion`, on macOS `CFBundleShortVersionString`.
    public var appVersion: String?
    /// The App Store's identifier of the app's version.
    public var versionExternalIdentifier: Int64?
    /// The version that was first downloaded; "1.0" in the sandbox.
    public var originalAppVersion: String?
    /// The platform on which the app was first downloaded.
    public var originalPlatform: Platform?
    /// The date when the document was signed, unless it has a ``signedDate``.
    public var creationDate: Date?
    /// The date when the document was signed; the App Store does not set it so far.
    public var signedDate: Date?
    /// The date when the app was first downloaded; in the year 0 if Xcode doesn't have it.
    public var originalPurchaseDate: Date?
    /// The date when the app was pre-ordered.
    public var preorderDate: Date?
    /// The date when the device requested the document.
    public var requestDate: Date?
    /// The hash that binds the document to a device.
    public var deviceVerification: [UInt8]?
    /// The value that was hashed with the identifier of the device.
    public var deviceVerificationNonce: UUID?

    /// Makes a payload in which nothing is set.
    public init() {}

    /// The decoding and encoding of the payload.
    public static let coding = JWSPayloadCoding<Self>(
        ownMembers: ["receiptType", "receiptCreationDate"],
        signingDates: ["signedDate", "receiptCreationDate"]
    )
}

extension AppTransactionPayload: JSONMembersCoding, DeviceBoundPayload {
    mutating func code(with members: inout JSONMembers) throws(JSONMembers.Failure) {
        try members.code("bundleId", .text, &bundleIdentifier)
        try members.code("appAppleId", .integer, &appAppleIdentifier)
        try members.code("appTransactionId", .text, &appTransactionIdentifier)
        try members.code("receiptType", .named, &environment)
        try members.code("applicationVersion", .text, &appVersion)
        try members.code("versionExternalIdentifier", .integer, &versionExternalIdentifier)
        try members.code("originalApplicationVersion", .text, &originalAppVersion)
        try members.code("originalPlatform", .named, &originalPlatform)
        try members.code("receiptCreationDate", .date, &creationDate)
        try members.code("signedDate", .date, &signedDate)
        try members.code("originalPurchaseDate", .date, &originalPurchaseDate)
        try members.code("preorderDate", .date, &preorderDate)
        try members.code("requestDate", .date, &requestDate)
        try codeDevice(with: &members)
    }
}

extension AppTransactionPayload {
    /// A platform of the App Store.
    ///
    /// The document can contain any string; the known ones are constants here.
    public struct Platform: RawRepresentable, Hashable, Sendable {
        /// The string in the document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// iPhone and iPad.
        public static let iOS = Self(rawValue: "iOS")
        /// Mac.
        public static let macOS = Self(rawValue: "macOS")
        /// Apple TV.
        public static let tvOS = Self(rawValue: "tvOS")
        /// Apple Vision.
        public static let visionOS = Self(rawValue: "visionOS")
    }
}
