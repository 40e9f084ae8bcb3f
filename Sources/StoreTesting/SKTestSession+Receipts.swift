// Apple's session has no store whose receipts a test could ask.
#if !canImport(Darwin)
import LocalAppStore
public import StoreKitTest

extension SKTestSession {
    /// The root that vouches for the receipts of this session, in DER.
    ///
    /// Give it to the verifier in a test, as `TrustedRoots([try session.receiptRootCertificate])`:
    /// by default nobody trusts it.
    ///
    /// - Throws: an error when the store's key can neither be read nor made.
    public var receiptRootCertificate: [UInt8] {
        get throws { try store.receiptRootCertificate }
    }

    /// The bundle identifier in the receipts; the test program's own unless told otherwise.
    public var receiptBundleIdentifier: String {
        get { store.app.bundleIdentifier }
        set { store.app.bundleIdentifier = newValue }
    }

    /// The version of the app in the receipts; the test program's own, or "1", unless told
    /// otherwise.
    public var receiptAppVersion: String {
        get { store.app.version }
        set { store.app.version = newValue }
    }

    /// Whether the session plays the App Store itself, whose receipts the sandbox refuses with
    /// 21008; `false` unless told otherwise.
    public var isProduction: Bool {
        get { settings.isProduction }
        set { update { $0.isProduction = newValue } }
    }

    /// The app's shared secret, without which verifyReceipt refuses receipts with subscriptions;
    /// any will do while it is `nil`.
    public var sharedSecret: String? {
        get { settings.sharedSecret }
        set { update { $0.sharedSecret = newValue } }
    }

    /// What verifyReceipt answers to every question, such as 21005 for a server in trouble; `nil`
    /// lets it judge receipts.
    public var verifyReceiptStatus: Int? {
        get { settings.plannedResponse?.status }
        set {
            update { $0.plannedResponse = newValue.map { .init(status: $0) } }
        }
    }

    // A store in memory cannot fail to keep a setting; should it ever, those of a new store are in
    // force.
    private var settings: ReceiptSettings { (try? store.receiptSettings) ?? ReceiptSettings() }

    private func update(_ body: (inout ReceiptSettings) -> Void) {
        try? store.updateReceiptSettings(body)
    }
}
#endif
