public import Foundation
package import LocalAppStore
// A client that writes only `import StoreKitTest` finds StoreKit's types too, as with Apple's
// module.
@_exported public import StoreKit

/// A store for tests: it plays the App Store, the customer and the family.
///
/// From its making on, the process buys from the session; its ledger is in memory and apart from
/// every other store. The newest session is in use until another one takes over, also when nobody
/// keeps it, so tests that use one must not run at the same time. All members may be called from
/// any thread. A property overrides what the configuration file says until `resetToDefaultState()`.
open class SKTestSession: NSObject, @unchecked Sendable {
    // Unchecked because Apple's class is open; its one stored property never changes.
    package let store: Store

    /// Opens a session with `filename.storekit`, found beside the program, in its resource bundles,
    /// or in the current folder.
    ///
    /// - Throws: a `CocoaError` when there is no such file, or a description of what is wrong in
    ///   it.
    public convenience init(configurationFileNamed filename: String) throws {
        try self.init(contentsOf: try ConfigurationFile(named: filename).url)
    }

    /// Opens a session with a `.storekit` file.
    ///
    /// - Throws: a description of what is wrong in the file, and where.
    public convenience init(contentsOf fileURL: URL) throws {
        try self.init(contentsOf: fileURL, clock: .system())
    }

    /// Opens a session whose time is the clock's.
    package init(contentsOf fileURL: URL, clock: StoreClock) throws {
        store = try Store(
            catalog: try Catalog(contentsOf: fileURL),
            at: .memory,
            clock: clock,
            app: try StoreConnection.environmentApp
        )
        store.confirmationPolicy = try StoreConnection.environmentConfirmationPolicy
        super.init()
        StoreConnection.shared.use(store)
    }

    deinit {
        StoreConnection.shared.letGo(of: store)
    }

    /// Takes the session's store out of use; the one before it returns.
    package func stopBeingUsed() {
        StoreConnection.shared.stopUsing(store)
    }

    /// Returns every setting to what the file says; transactions stay.
    open func resetToDefaultState() {
        try? store.resetSettings()
    }

    /// Whether purchases are confirmed without asking; `false` unless the file says otherwise.
    ///
    /// Without it a purchase is asked about as the environment's `STOREKIT_DIALOGS` says, which by
    /// default confirms too.
    open var disableDialogs: Bool {
        get { settings.disablesDialogs }
        set { update { $0.disablesDialogs = newValue } }
    }

    /// The storefront in ISO 3166-1 alpha-3 letters, which decides the currency; "USA" unless the
    /// file says otherwise.
    ///
    /// Letters that name no storefront of the App Store sell as in the United States.
    open var storefront: String {
        get { settings.storefront }
        set {
            update { $0.storefront = newValue }
            guard settings.storefrontCountry.code != newValue else { return }
            StoreDiagnostics.shared.report(
                .warning,
                "\"\(newValue)\" names no storefront; the session sells as in the United States."
            )
        }
    }

    /// The language of product texts; `en_US` unless the file says otherwise.
    ///
    /// A locale whose identifier names none, such as "é", counts as `en_US`.
    open var locale: Locale {
        get { settings.locale }
        set {
            update { $0.localeIdentifier = newValue.identifier }
            guard locale.identifier != newValue.identifier else { return }
            StoreDiagnostics.shared.report(
                .warning,
                "\"\(newValue.identifier)\" names no locale; the session uses \(locale.identifier)."
            )
        }
    }

    /// How long a subscription's period lasts; in real time unless the file says otherwise.
    open var timeRate: SKTestSession.TimeRate {
        get { TimeRate(rawValue: settings.timeRate.rawValue) ?? .realTime }
        set { update { $0.timeRate = .init(rawValue: newValue.rawValue) ?? .realTime } }
    }

    /// Whether purchases wait for approval; `false` unless the file says otherwise.
    open var askToBuyEnabled: Bool {
        get { settings.isAskToBuyEnabled }
        set { update { $0.isAskToBuyEnabled = newValue } }
    }

    /// Whether purchases fail with an issue that the customer can resolve; `false` unless the file
    /// says otherwise.
    open var interruptedPurchasesEnabled: Bool {
        get { settings.interruptsPurchases }
        set { update { $0.interruptsPurchases = newValue } }
    }

    /// Whether purchases fail with `failureError`; `false` unless the file says otherwise.
    open var failTransactionsEnabled: Bool {
        get { settings.failsTransactions }
        set { update { $0.failsTransactions = newValue } }
    }

    /// The error of planned failures: any code, where Apple's allows five; `.unknown` unless the
    /// file says otherwise.
    open var failureError: SKError.Code {
        get { SKError.Code(rawValue: settings.failureCode) ?? .unknown }
        set { update { $0.failureCode = newValue.rawValue } }
    }

    /// Every transaction in the ledger, oldest first: also those that wait for approval, that
    /// failed, and finished ones.
    open func allTransactions() -> [SKTestTransaction] {
        ((try? store.entries()) ?? []).map(SKTestTransaction.init)
    }

    /// Removes all transactions.
    open func clearTransactions() {
        try? store.clear()
    }

    /// Removes a transaction, and those that stem from it, such as restored copies.
    ///
    /// - Throws: an error when there is no such transaction.
    open func deleteTransaction(identifier: Int) throws {
        try store.delete(Int64(identifier))
    }

    /// Approves a purchase that waits for it; the customer is charged now.
    ///
    /// - Throws: an error when there is no such transaction, or it does not wait.
    open func approveAskToBuyTransaction(identifier: Int) throws {
        try store.approve(Int64(identifier))
    }

    /// Declines a purchase that waits for approval; its transaction fails as cancelled.
    ///
    /// - Throws: an error when there is no such transaction, or it does not wait.
    open func declineAskToBuyTransaction(identifier: Int) throws {
        try store.decline(Int64(identifier))
    }

    /// Resolves the issue of an interrupted purchase; the purchase arrives as a transaction of its
    /// own.
    ///
    /// - Throws: an error when there is no such transaction, or nothing to resolve.
    open func resolveIssueForTransaction(identifier: Int) throws {
        try store.resolveIssue(Int64(identifier))
    }

    /// Takes a purchase back; observers hear that they have to revoke it, unless it was a
    /// consumable.
    ///
    /// - Throws: an error when there is no such transaction, or it cannot be refunded.
    open func refundTransaction(identifier: Int) throws {
        try store.refund(Int64(identifier))
    }

    /// Buys as on another device: nobody is asked, and the app's observers hear of it.
    ///
    /// - Throws: an error when the store refuses the purchase.
    open func buyProduct(productIdentifier: String) throws {
        let request = PaymentRequest(productID: productIdentifier, isMadeOutsideApp: true)
        try store.buy(request)
    }

    // A store in memory cannot fail to keep a setting; should it ever, the file's settings are in
    // force.
    private var settings: StoreSettings {
        (try? store.settings) ?? StoreSettings(store.catalog.settings)
    }

    private func update(_ body: (inout StoreSettings) -> Void) {
        try? store.updateSettings(body)
    }
}
