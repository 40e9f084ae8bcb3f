public import Foundation
package import LocalAppStore
// A client that writes only `import StoreKitTest` finds StoreKit's types too, as with Apple's
// module.
@_exported public import StoreKit

/// A store for tests, which also takes the roles of the App Store, the customer and the family.
///
/// Once a session is made, the process buys from it. Its ledger is in memory and separate from
/// every other store. The newest session stays in use until another one takes over, even when it is
/// released, so tests with such sessions must not run at the same time. A session that is made in a
/// test with a store of its own, as by the trait `.store` of the module StoreTesting, is for that
/// test alone and ends with it. All members may be called from any thread. A property overrides
/// the configuration file until `resetToDefaultState()`.
open class SKTestSession: NSObject, @unchecked Sendable {
    // Unchecked because Apple's class is open; the stored properties never change.
    private let account: Locked<Account>
    let connection = StoreScope.ofNewSession.connection
    private let sessions = SessionList.of(.ofNewSession)

    /// Makes a session of `filename.storekit`, which is in the resources of the test's module,
    /// beside the program, in the other resource bundles there, or in the current folder.
    ///
    /// - Throws: ``SKTestError/fileNotFound`` when there is no such file; for a malformed file an
    ///   error that describes the mistake and its place.
    public init(configurationFileNamed filename: String) throws {
        // Designated, and so is the next, because subclasses inherit no convenience initializer of
        // a class with an initializer that they cannot see.
        let file = try ConfigurationFile(named: filename, ofModule: RunningTest.moduleName)
        let store = try Self.makeStore(contentsOf: file.url)
        account = Locked(Account(store: store, storeInUse: store))
        super.init()
        begin(with: store)
    }

    /// Makes a session of a `.storekit` file.
    ///
    /// - Throws: ``SKTestError/fileNotFound`` when there is no such file,
    ///   ``SKTestError/invalidURL`` when the URL is not a file URL; for a malformed file an error
    ///   that describes the mistake and its place.
    public init(contentsOf fileURL: URL) throws {
        let store = try Self.makeStore(contentsOf: fileURL)
        account = Locked(Account(store: store, storeInUse: store))
        super.init()
        begin(with: store)
    }

    /// Makes a session with a clock.
    package convenience init(contentsOf fileURL: URL, clock: StoreClock) throws {
        self.init(try Self.makeStore(contentsOf: fileURL, clock: clock))
    }

    /// Makes a session of a store and puts the store into use.
    package init(_ store: Store) {
        account = Locked(Account(store: store, storeInUse: store))
        super.init()
        begin(with: store)
    }

    private static func makeStore(
        contentsOf fileURL: URL,
        clock: StoreClock = .system()
    ) throws -> Store {
        let store = try Store(
            catalog: try ConfigurationFile(url: fileURL).catalog,
            at: .memory,
            clock: clock,
            app: try StoreConnection.environmentApp
        )
        store.confirmationPolicy = try StoreConnection.environmentConfirmationPolicy
        let environment = newEnvironment
        try store.updateReceiptSettings { $0.environment = environment }
        try store.notifications.updateSettings { $0.isRecording = true }
        return store
    }

    private func begin(with store: Store) {
        let scope = StoreScope.ofNewSession
        sessions.add(self)
        connection.use(store)
        store.faults.onCrash { [weak scope] in scope?.crash() }
    }

    deinit {
        sessions.remove(self)
        connection.sessionWasReleased(of: storeInUse)
    }

    /// Takes the session's store out of use; the one before it returns into use.
    package func stopBeingUsed() {
        connection.stopUsing(storeInUse)
    }

    /// Resets every setting but the environment to the file's value, and removes simulated errors.
    open func resetToDefaultState() {
        connection.simulatedFailures(of: storeInUse)?.removeAll()
        reporting { try $0.resetSettings() }
    }

    /// Whether purchases are confirmed without a dialog; `false` by default.
    ///
    /// Otherwise the environment's `STOREKIT_DIALOGS` decides, which by default confirms them too.
    open var disableDialogs: Bool {
        get { settings.disablesDialogs }
        set { update { $0.disablesDialogs = newValue } }
    }

    /// The storefront's ISO 3166-1 alpha-3 code, which determines the currency; "USA" by default.
    ///
    /// With a code that isn't a storefront of the App Store, the session sells as in the United
    /// States.
    open var storefront: String {
        get { settings.storefront }
        set {
            update { $0.storefront = newValue }
            guard StorefrontCountry(code: newValue) == nil else { return }
            connection.diagnostics.report(
                .warning,
                "\"\(newValue)\" is not a storefront; the session sells as in the United States."
            )
        }
    }

    /// The language of names and descriptions of products; `en_US` by default.
    ///
    /// A locale with an invalid identifier, such as "é", counts as `en_US`.
    open var locale: Locale {
        get { settings.locale }
        set {
            update { $0.localeIdentifier = newValue.identifier }
            guard locale.identifier != newValue.identifier else { return }
            connection.diagnostics.report(
                .warning,
                "\"\(newValue.identifier)\" is not a locale; the session uses \(locale.identifier)."
            )
        }
    }

    /// The speed of subscription time; real time by default.
    open var timeRate: SKTestSession.TimeRate {
        get { TimeRate(rawValue: settings.timeRate.rawValue) ?? .realTime }
        set { update { $0.timeRate = .init(rawValue: newValue.rawValue) ?? .realTime } }
    }

    /// Whether purchases wait for approval; `false` by default.
    open var askToBuyEnabled: Bool {
        get { settings.isAskToBuyEnabled }
        set { update { $0.isAskToBuyEnabled = newValue } }
    }

    /// Whether purchases fail with an issue that the customer can resolve; `false` by default.
    open var interruptedPurchasesEnabled: Bool {
        get { settings.interruptsPurchases }
        set { update { $0.interruptsPurchases = newValue } }
    }

    /// Whether purchases fail with `failureError`; `false` by default.
    open var failTransactionsEnabled: Bool {
        get { settings.failsTransactions }
        set { update { $0.failsTransactions = newValue } }
    }

    /// The error that purchases fail with; `.unknown` by default.
    ///
    /// It can be any code, where Apple's session accepts five.
    open var failureError: SKError.Code {
        get { SKError.Code(rawValue: settings.failureCode) ?? .unknown }
        set { update { $0.failureCode = newValue.rawValue } }
    }

    /// Whether renewals of subscriptions fail, so that they enter billing retry; `false` by
    /// default.
    ///
    /// The duration of the retries depends on `timeRate`.
    /// ``resolveIssueForTransaction(identifier:)`` collects the payment; changing this property
    /// does not.
    open var shouldEnterBillingRetryOnRenewal: Bool {
        get { settings.failsRenewals }
        set { update { $0.failsRenewals = newValue } }
    }

    /// Whether billing retry begins with a grace period; `false` by default.
    ///
    /// It has no effect unless `shouldEnterBillingRetryOnRenewal` is `true`.
    open var billingGracePeriodIsEnabled: Bool {
        get { settings.allowsGracePeriod }
        set { update { $0.allowsGracePeriod = newValue } }
    }

    /// All transactions in the ledger, oldest first, including deferred, failed and finished ones.
    ///
    /// A payment that changes a subscription at its next renewal makes none before that.
    open func allTransactions() -> [SKTestTransaction] {
        reporting {
            let byEntry = Dictionary(try $0.subscriptions.all().map { ($0.entryID, $0) }) { $1 }
            return try $0.entries().filter(\.isTransaction)
                .map { SKTestTransaction($0, of: byEntry[$0.periodID]) }
        } ?? []
    }

    /// Removes all transactions.
    open func clearTransactions() {
        reporting { try $0.clear() }
    }

    /// Removes a transaction, and those derived from it, such as restored copies.
    ///
    /// - Throws: ``SKTestError/noTransactionFound`` when there is no such transaction.
    open func deleteTransaction(identifier: UInt) throws {
        try change(identifier) { try $0.delete($1) }
    }

    /// Approves a deferred purchase; the customer is charged now.
    ///
    /// - Throws: ``SKTestError/noTransactionFound`` when there is no such transaction,
    ///   ``SKTestError/invalidAction`` when it is not deferred.
    open func approveAskToBuyTransaction(identifier: UInt) throws {
        try change(identifier) { try $0.approve($1) }
    }

    /// Declines a deferred purchase; its transaction fails as cancelled.
    ///
    /// - Throws: ``SKTestError/noTransactionFound`` when there is no such transaction,
    ///   ``SKTestError/invalidAction`` when it is not deferred.
    open func declineAskToBuyTransaction(identifier: UInt) throws {
        try change(identifier) { store, id in
            let isApproved = store.faults.systemHabits?.approvesDeclined == true
            return try isApproved ? store.approve(id) : store.decline(id)
        }
    }

    /// Resolves the issue of an interrupted purchase or of a renewal in billing retry, which is
    /// then delivered as a new transaction.
    ///
    /// - Throws: ``SKTestError/noTransactionFound`` when there is no such transaction,
    ///   ``SKTestError/invalidAction`` when it has no issue or billing retry has ended.
    open func resolveIssueForTransaction(identifier: UInt) throws {
        try change(identifier) { try $0.resolveIssue($1) }
    }

    /// Refunds a purchase; observers are notified to revoke it, unless it was a consumable.
    ///
    /// - Throws: ``SKTestError/noTransactionFound`` when there is no such transaction,
    ///   ``SKTestError/invalidAction`` when it cannot be refunded.
    open func refundTransaction(identifier: UInt) throws {
        try change(identifier) { try $0.refunds.refund($1) }
    }

    /// Turns on auto-renew of the subscription of a transaction; it is on by default.
    ///
    /// - Throws: ``SKTestError/noTransactionFound`` when there is no such transaction,
    ///   ``SKTestError/invalidAction`` when its subscription has ended.
    open func enableAutoRenewForTransaction(identifier: UInt) throws {
        try change(identifier) { try $0.subscriptions.setAutoRenew(true, of: $1) }
    }

    /// Turns off auto-renew of the subscription of a transaction, which then ends with its period.
    ///
    /// - Throws: ``SKTestError/noTransactionFound`` when there is no such transaction,
    ///   ``SKTestError/invalidAction`` when its subscription has ended.
    open func disableAutoRenewForTransaction(identifier: UInt) throws {
        try change(identifier) { try $0.subscriptions.setAutoRenew(false, of: $1) }
    }

    /// Ends the current period of a subscription now and begins the next one.
    ///
    /// It also turns on auto-renew and clears a pending price increase.
    ///
    /// - Throws: ``SKTestError/noSubscriptionFound`` without an active subscription to the product,
    ///   ``SKTestError/invalidProductType`` when the product isn't a subscription.
    open func forceRenewalOfSubscription(productIdentifier: String) throws {
        try change { try $0.subscriptions.forceRenewal(ofProduct: productIdentifier) }
    }

    /// Ends a subscription now and turns off auto-renew.
    ///
    /// - Throws: ``SKTestError/noSubscriptionFound`` without an active subscription to the product,
    ///   ``SKTestError/invalidProductType`` when the product isn't a subscription.
    open func expireSubscription(productIdentifier: String) throws {
        try change { try $0.subscriptions.forceExpiry(ofProduct: productIdentifier) }
    }

    /// Asks the customer to consent to a price increase, regardless of the price in the file.
    ///
    /// Without consent the subscription ends with its period.
    ///
    /// - Throws: ``SKTestError/noTransactionFound`` when there is no such transaction,
    ///   ``SKTestError/invalidAction`` when its subscription has ended.
    open func requestPriceIncreaseConsentForTransaction(identifier: UInt) throws {
        try change(identifier) { try $0.subscriptions.requestPriceIncreaseConsent(of: $1) }
    }

    /// Consents to a price increase; the subscription renews.
    ///
    /// - Throws: ``SKTestError/noTransactionFound`` when there is no such transaction,
    ///   ``SKTestError/invalidAction`` when no price increase is pending.
    open func consentToPriceIncreaseForTransaction(identifier: UInt) throws {
        try change(identifier) { try $0.subscriptions.consentToPriceIncrease(of: $1) }
    }

    /// Declines a price increase, which also turns off auto-renew.
    ///
    /// - Throws: ``SKTestError/noTransactionFound`` when there is no such transaction,
    ///   ``SKTestError/invalidAction`` when no price increase is pending.
    open func declinePriceIncreaseForTransaction(identifier: UInt) throws {
        try change(identifier) { try $0.subscriptions.declinePriceIncrease(of: $1) }
    }

    /// Buys as on another device: without a dialog, and the app's observers are notified.
    ///
    /// - Throws: ``SKTestError/invalidProductIdentifier`` when the file has no such product,
    ///   ``SKTestError/invalidAction`` when the store refuses the purchase.
    open func buyProduct(productIdentifier: String) throws {
        let request = PaymentRequest(productID: productIdentifier, isMadeOutsideApp: true)
        try change { try $0.buy(request) }
    }

    private var settings: StoreSettings {
        reporting { try $0.settings } ?? store.catalog.settings
    }

    private func update(_ body: (inout StoreSettings) -> Void) {
        reporting { try $0.updateSettings(body) }
    }

    private func change<Result>(_ body: (Store) throws -> Result) throws {
        let store = store
        do {
            _ = try body(store)
        } catch let error as StoreError {
            throw SKTestError(error, in: store)
        }
    }

    private func change<Result>(
        _ identifier: UInt,
        _ body: (Store, LedgerEntry.ID) throws -> Result
    ) throws {
        guard let id = LedgerEntry.ID(exactly: identifier) else {
            throw SKTestError(.noTransactionFound, "The store has no transaction \(identifier)")
        }
        try change { try body($0, id) }
    }
}

// The customer.
extension SKTestSession {
    private struct Account {
        /// The store of the customer who signed in last.
        var store: Store
        /// The store that the app meets: the same, or that one signed out.
        var storeInUse: Store
    }

    /// The store of the customer that the session's calls act for.
    package var store: Store { account.withLock { $0.store } }

    /// The store that the app meets.
    package var storeInUse: Store { account.withLock { $0.storeInUse } }

    /// Signs a customer in, in place of the current one.
    package func signIn(_ store: Store) {
        store.shareFaults(of: self.store)
        replaceAccount(with: Account(store: store, storeInUse: store))
    }

    /// Puts another store in the place of the current one, whose customer is signed in.
    package func replaceStore(with store: Store) {
        replaceAccount(with: Account(store: store, storeInUse: store))
    }

    /// Whether the session's store is in use, or returns into use after a newer session's store.
    package var isOpen: Bool { connection.hasStore(with: storeInUse.faults) }

    /// Signs the current customer out.
    package func signOutCustomer() {
        let store = store
        replaceAccount(with: Account(store: store, storeInUse: store.signedOut()))
    }

    private func replaceAccount(with next: Account) {
        // The former stores are released after the lock.
        let former = account.withLock { account in
            defer { account = next }
            return account
        }
        connection.replace(former.storeInUse, with: next.storeInUse)
    }
}
