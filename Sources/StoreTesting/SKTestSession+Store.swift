// Apple's session has no store that these members could access.
#if !canImport(Darwin)
import LocalAppStore
public import StoreKit
public import StoreKitTest

extension SKTestSession {
    /// Takes the session's store out of use: the process buys from the one before it again.
    ///
    /// That is the store of an older session, if one is retained, or else the environment's.
    /// Releasing a session is not enough: its store stays in use, as Apple's does, until another
    /// session takes over.
    public func close() {
        stopBeingUsed()
    }

    /// The number of times that the app requested a review since the session was made.
    public var reviewRequestCount: Int {
        SKStoreReviewController.requestCount(in: store)
    }
}

// The receipts of the session.
extension SKTestSession {
    /// The root certificate of this session's receipts, in DER.
    ///
    /// Pass it to the verifier in a test, as `TrustedRoots([try session.receiptRootCertificate])`:
    /// by default no verifier trusts it.
    ///
    /// - Throws: An error when the store's key can neither be read nor made.
    public var receiptRootCertificate: [UInt8] {
        get throws { try store.receiptRootCertificate }
    }

    /// The bundle identifier in the receipts; the test program's by default.
    public var receiptBundleIdentifier: String {
        get { store.app.bundleIdentifier }
        set { store.app.bundleIdentifier = newValue }
    }

    /// The version of the app in the receipts; the test program's, or "1", by default.
    public var receiptAppVersion: String {
        get { store.app.version }
        set { store.app.version = newValue }
    }

    /// The environment of transactions, renewal infos and the app transaction; `.xcode` by default.
    ///
    /// The trait `.environment(_:)` sets it before a test's first purchase. In `.xcode`, dates of
    /// purchases have fractions of a second, and receipts are those of the sandbox. The sandbox
    /// refuses receipts of `.production` with 21008. An unknown environment has no effect.
    public var environment: AppStore.Environment {
        get { AppStore.Environment(rawValue: settings.environment.rawValue) }
        set {
            guard let environment = StoreEnvironment(rawValue: newValue.rawValue) else { return }
            update { $0.environment = environment }
        }
    }

    /// The app's shared secret, without which verifyReceipt refuses receipts with subscriptions;
    /// `nil`, the default, accepts any.
    public var sharedSecret: String? {
        get { settings.sharedSecret }
        set { update { $0.sharedSecret = newValue } }
    }

    /// The status of every verifyReceipt response, such as 21005 for an unavailable server; `nil`,
    /// the default, for the status of each receipt.
    public var verifyReceiptStatus: Int? {
        get { settings.plannedResponse?.status }
        set {
            update { $0.plannedResponse = newValue.map { .init(status: $0) } }
        }
    }

    private var settings: ReceiptSettings {
        reporting { try $0.receiptSettings } ?? ReceiptSettings()
    }

    private func update(_ body: (inout ReceiptSettings) -> Void) {
        reporting { try $0.updateReceiptSettings(body) }
    }
}
#endif
