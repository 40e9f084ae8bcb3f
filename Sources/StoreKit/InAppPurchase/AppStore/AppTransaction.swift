import AppReceipt
public import Foundation

/// The download or purchase of the app itself, as the App Store signed it.
///
/// Two are equal if their ``jsonRepresentation`` is.
public struct AppTransaction: Sendable {
    let document: SignedDocument<AppTransactionPayload>
    private var payload: AppTransactionPayload { document.payload }

    init(_ document: SignedDocument<AppTransactionPayload>) {
        self.document = document
    }

    /// The payload of the JWS: JSON in UTF-8.
    public var jsonRepresentation: Data { document.json }
}

extension AppTransaction {
    /// The app transaction of the current customer.
    ///
    /// - Throws: `StoreKitError` without a store, or the simulated error of a test session.
    public static var shared: VerificationResult<AppTransaction> {
        get async throws { try await StoreScope.current.appTransaction(isSignedAnew: false) }
    }

    /// Requests the app transaction from the App Store, which signs it anew.
    ///
    /// - Throws: `StoreKitError` without a store or a network, `StoreKitError.userCancelled` after
    ///   the customer has signed out, or the simulated error of a test session.
    public static func refresh() async throws -> VerificationResult<AppTransaction> {
        try await StoreScope.current.appTransaction(isSignedAnew: true)
    }
}

extension AppTransaction {
    /// The identifier of the app in the App Store; `nil` in the sandbox.
    public var appID: UInt64? { payload.appAppleIdentifier.flatMap(UInt64.init(exactly:)) }

    /// The identifier of the download by the customer.
    public var appTransactionID: String { payload.appTransactionIdentifier ?? "" }

    /// The version of the app.
    public var appVersion: String { payload.appVersion ?? "" }

    /// The identifier of the version in the App Store; `nil` in the sandbox.
    public var appVersionID: UInt64? {
        appID == nil ? nil : payload.versionExternalIdentifier.flatMap(UInt64.init(exactly:))
    }

    /// The bundle identifier of the app.
    public var bundleID: String { payload.bundleIdentifier ?? "" }

    /// The environment that signed the app transaction.
    public var environment: AppStore.Environment {
        AppStore.Environment(rawValue: payload.environment?.rawValue ?? "")
    }

    /// The first version that the customer downloaded; "1.0" in the sandbox.
    public var originalAppVersion: String { payload.originalAppVersion ?? "" }

    /// The date of the first download.
    public var originalPurchaseDate: Date { payload.originalPurchaseDate ?? .distantPast }

    /// The platform of the first download.
    public var originalPlatform: AppStore.Platform {
        AppStore.Platform(rawValue: originalPlatformStringRepresentation)
    }

    /// The raw value of ``originalPlatform``.
    public var originalPlatformStringRepresentation: String {
        payload.originalPlatform?.rawValue ?? "unknown"
    }

    /// The date of the pre-order; `nil` without one.
    public var preorderDate: Date? { payload.preorderDate }

    /// The date on which access to the app was revoked; the local store does not revoke it.
    public var revocationDate: Date? { nil }

    /// The store that the app came from.
    public var storeType: StoreType { .consumer }

    /// The raw value of ``storeType``.
    public var storeTypeStringRepresentation: String { storeType.rawValue }

    /// The hash that binds the app transaction to the device.
    public var deviceVerification: Data { Data(payload.deviceVerification ?? []) }

    /// The nonce in ``deviceVerification``.
    public var deviceVerificationNonce: UUID { payload.deviceVerificationNonce ?? .zero }

    /// The date of the signature.
    public var signedDate: Date { payload.signedDate ?? payload.creationDate ?? .distantPast }
}

extension AppTransaction: _JSONRepresented {
    /// The app transactions of the customer, of which the local store has one.
    public static var all: AppTransactions { AppTransactions(scope: .current) }

    /// A sequence of app transactions.
    public struct AppTransactions: AsyncSequence, Sendable {
        /// An app transaction, verified or not.
        public typealias Element = VerificationResult<AppTransaction>

        let scope: StoreScope

        /// Begins an iteration.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(scope: scope) }

        /// An iteration over app transactions.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let scope: StoreScope
            var isAtEnd = false

            /// Returns the next app transaction; `nil` at the end.
            public mutating func next() async -> Element? {
                guard !isAtEnd, !Task.isCancelled else { return nil }
                isAtEnd = true
                return await scope.diagnostics.reporting { [scope] in
                    try await scope.appTransaction(isSignedAnew: false)
                }
            }
        }
    }

    /// The kind of store that a customer got an app from.
    public struct StoreType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The kind's name in signed documents.
        public let rawValue: String

        /// Makes the kind of a name, even an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The store for all customers.
        public static let consumer = StoreType(rawValue: "CONSUMER")

        /// The store for schools.
        public static let education = StoreType(rawValue: "EDUCATION")

        /// The store for businesses.
        public static let enterprise = StoreType(rawValue: "ENTERPRISE")
    }
}
