// Apple's session has no store that these members could access.
#if !canImport(Darwin)
public import Foundation
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
    /// purchases have fractions of a second, and receipts are sandbox receipts. The sandbox refuses
    /// receipts of `.production` with 21008. An unknown environment has no effect.
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

extension SKTestSession {
    /// Copies the state of the session's store: the purchases of all customers, the settings, the
    /// prices and the time.
    ///
    /// - Throws: An error when the copy cannot be made.
    public func snapshot() throws -> Snapshot {
        Snapshot(copy: try store.copy())
    }

    /// Brings the session's store back into the state of a snapshot, of this session or of another
    /// one with the same products.
    ///
    /// The transactions in the payment queue leave it, and those that were not finished at the time
    /// of the snapshot enter it. The app's state in memory stays, such as its handlers. The
    /// customer of the snapshot is signed in. Time goes back, too; with a snapshot from a file, a
    /// session whose time stands still keeps its time. The fault plan stays and begins a new log.
    /// Calls that wait for the clock end, and sessions of `withCustomer` keep the former store.
    ///
    /// - Throws: An error when the copy cannot be made; the session is as it was then.
    public func restore(_ snapshot: Snapshot) throws {
        let restored = try store.restored(snapshot.copy)
        try restored.notifications.updateSettings { $0.isRecording = true }
        replaceStore(with: restored)
    }

    /// The state of a session's store at one moment.
    public struct Snapshot: Sendable {
        let copy: StoreCopy

        fileprivate init(copy: StoreCopy) {
            self.copy = copy
        }

        /// Reads a snapshot from a file that ``write(to:)`` or `storectl snapshot` wrote.
        ///
        /// - Throws: An error if the file doesn't exist, isn't a ledger of a store, or is damaged.
        public init(contentsOf file: URL) throws {
            copy = try StoreCopy(contentsOf: file)
        }

        /// Writes the purchases and the settings to a file, in place of an earlier snapshot;
        /// `storectl` reads it, too.
        ///
        /// Prices that were changed are not in the file, nor is a time that stands still.
        ///
        /// - Throws: An error if the file cannot be written, or isn't a snapshot.
        public func write(to file: URL) throws {
            try copy.write(to: file)
        }
    }
}
#endif
