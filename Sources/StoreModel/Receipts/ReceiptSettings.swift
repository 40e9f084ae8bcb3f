/// A tester's settings for a store's receipts and its verifyReceipt, which are stored in the
/// ledger.
public struct ReceiptSettings: Sendable, Equatable, Codable {
    /// Whether the store acts as the production environment instead of the sandbox.
    ///
    /// Its receipts then are of production, and the sandbox's verifyReceipt refuses them with
    /// 21008.
    public var isProduction = false
    /// The identifier of the app in the App Store, which only documents of production have; `nil`
    /// takes that of ``StoreApp``.
    public var appleIdentifier: Int64?
    /// The app's shared secret, which verifyReceipt then requires; `nil` accepts any, and none.
    public var sharedSecret: String?
    /// The response of verifyReceipt to every request; `nil` verifies the receipt.
    public var plannedResponse: PlannedResponse?

    /// Makes the settings of a new store: a sandbox without a secret and without planned responses.
    public init() {}
}

extension ReceiptSettings: Preference {
    package static let preferenceName = "receipts"

    package enum CodingKeys: String, CodingKey {
        case isProduction
        case appleIdentifier
        case sharedSecret
        // The key of existing ledgers.
        case plannedResponse = "plannedAnswer"
    }

    /// Decodes settings; missing ones are those of a new store.
    public init(from decoder: any Decoder) throws {
        self.init()
        try decode(from: try decoder.container(keyedBy: CodingKeys.self))
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.isProduction, into: &isProduction)
        try fields.decode(.appleIdentifier, into: &appleIdentifier)
        try fields.decode(.sharedSecret, into: &sharedSecret)
        try fields.decode(.plannedResponse, into: &plannedResponse)
    }
}

extension ReceiptSettings {
    /// The identifier of an app in the App Store; `nil` in the sandbox, which does not have it.
    package func appleIdentifier(of app: StoreApp) -> Int64? {
        isProduction ? appleIdentifier ?? app.appleIdentifier : nil
    }

    /// The settings of a new store in the same environment.
    package var reset: ReceiptSettings {
        var settings = ReceiptSettings()
        (settings.isProduction, settings.appleIdentifier) = (isProduction, appleIdentifier)
        return settings
    }
}

extension ReceiptSettings {
    /// A response of verifyReceipt with a status, such as 21005 for an unavailable server.
    public struct PlannedResponse: Sendable, Equatable, Codable {
        /// The status, in Apple's numbers.
        public var status: Int
        /// The member `is-retryable`, which Apple's server sends with 21100 to 21199; `nil` omits
        /// it.
        public var isRetryable: Bool?

        /// Makes a response.
        public init(status: Int, isRetryable: Bool? = nil) {
            self.status = status
            self.isRetryable = isRetryable
        }
    }
}
