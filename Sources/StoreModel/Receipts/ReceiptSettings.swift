/// A tester's settings for a store's receipts and its verifyReceipt, which are stored in the
/// ledger.
public struct ReceiptSettings: Sendable, Equatable, Encodable {
    /// The environment of the store's documents and dates; the sandbox by default.
    ///
    /// In production, the store issues production receipts, and the sandbox's verifyReceipt refuses
    /// them with 21008. In Xcode's environment it issues sandbox receipts, because no verifyReceipt
    /// accepts Xcode's. Dates of existing purchases don't change with the environment.
    public var environment = StoreEnvironment.sandbox
    /// The app's identifier in the App Store, only in production documents; `nil` for the
    /// identifier of ``StoreApp``.
    public var appleIdentifier: Int64?
    /// The shared secret that verifyReceipt requires; `nil` accepts any, and none.
    public var sharedSecret: String?
    /// The response of verifyReceipt to every request; `nil` verifies the receipt.
    package var plannedResponse: PlannedResponse?

    package init() {}
}

extension ReceiptSettings: Preference {
    package static let preferenceName = "receipts"

    package enum CodingKeys: String, CodingKey {
        case environment
        case appleIdentifier
        case sharedSecret
        // The key of existing ledgers.
        case plannedResponse = "plannedAnswer"
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.environment, into: &environment)
        try fields.decode(.appleIdentifier, into: &appleIdentifier)
        try fields.decode(.sharedSecret, into: &sharedSecret)
        try fields.decode(.plannedResponse, into: &plannedResponse)
    }
}

extension ReceiptSettings {
    /// Whether documents are production documents, with the app's identifier.
    package var isProduction: Bool { environment == .production }

    /// The identifier of an app in the App Store; `nil` in other environments than production.
    package func appleIdentifier(of app: StoreApp) -> Int64? {
        isProduction ? appleIdentifier ?? app.appleIdentifier : nil
    }

    /// The settings of a new store in the same environment.
    package var reset: ReceiptSettings {
        var settings = ReceiptSettings()
        (settings.environment, settings.appleIdentifier) = (environment, appleIdentifier)
        return settings
    }

    /// A response of verifyReceipt with a status, such as 21005 for an unavailable server.
    package struct PlannedResponse: Sendable, Equatable, Codable {
        package var status: Int
        /// The member `is-retryable`, which Apple sends with 21100 to 21199; `nil` omits it.
        package var isRetryable: Bool?

        package init(status: Int, isRetryable: Bool? = nil) {
            self.status = status
            self.isRetryable = isRetryable
        }
    }
}
