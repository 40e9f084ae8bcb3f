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
    private let connection: StoreConnection
    private let sessions: SessionList

    /// Makes a session of `filename.storekit`, which is beside the program, in its resource
    /// bundles, or in the current folder.
    ///
    /// - Throws: A `CocoaError` when there is no such file; for a malformed file an error that
    ///   describes the mistake.
    public convenience init(configurationFileNamed filename: String) throws {
        try self.init(contentsOf: try ConfigurationFile(named: filename).url)
    }

    /// Makes a session of a `.storekit` file.
    ///
    /// - Throws: For a malformed file, an error that describes the mistake and its place.
    public convenience init(contentsOf fileURL: URL) throws {
        try self.init(contentsOf: fileURL, clock: .system())
    }

    /// Makes a session of a file that is searched for, with a clock.
    package convenience init(configurationFileNamed filename: String, clock: StoreClock) throws {
        try self.init(contentsOf: try ConfigurationFile(named: filename).url, clock: clock)
    }

    /// Makes a session with a clock.
    package convenience init(contentsOf fileURL: URL, clock: StoreClock) throws {
        let store = try Store(
            catalog: try Catalog(contentsOf: fileURL),
            at: .memory,
            clock: clock,
            app: try StoreConnection.environmentApp
        )
        store.confirmationPolicy = try StoreConnection.environmentConfirmationPolicy
        self.init(store)
    }

    /// Makes a session of a store, which comes into use.
    package init(_ store: Store) {
        account = Locked(Account(store: store, storeInUse: store))
        let scope = StoreScope.ofNewSession
        connection = scope.connection
        sessions = .of(scope)
        super.init()
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

    /// Resets every setting to the file's value; transactions remain.
    open func resetToDefaultState() {
        try? store.resetSettings()
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
    /// With a code that is no storefront of the App Store, the session sells as in the United
    /// States.
    open var storefront: String {
        get { settings.storefront }
        set {
            update { $0.storefront = newValue }
            guard settings.storefrontCountry.code != newValue else { return }
            connection.diagnostics.report(
                .warning,
                "\"\(newValue)\" names no storefront; the session sells as in the United States."
            )
        }
    }

    /// The language of product texts; `en_US` by default.
    ///
    /// A locale with an invalid identifier, such as "é", counts as `en_US`.
    open var locale: Locale {
        get { settings.locale }
        set {
            update { $0.localeIdentifier = newValue.identifier }
            guard locale.identifier != newValue.identifier else { return }
            connection.diagnostics.report(
                .warning,
                "\"\(newValue.identifier)\" names no locale; the session uses \(locale.identifier)."
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
    /// How long the store retries depends on `timeRate`.
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
    open func allTransactions() -> [SKTestTransaction] {
        let subscriptions = (try? store.subscriptions()) ?? []
        let byEntry = Dictionary(subscriptions.map { ($0.entryID, $0) }) { $1 }
        return ((try? store.entries()) ?? [])
            .map { SKTestTransaction($0, of: byEntry[$0.id]) }
    }

    /// Removes all transactions.
    open func clearTransactions() {
        try? store.clear()
    }

    /// Removes a transaction, and those derived from it, such as restored copies.
    ///
    /// - Throws: An error when there is no such transaction.
    open func deleteTransaction(identifier: Int) throws {
        try store.delete(Int64(identifier))
    }

    /// Approves a deferred purchase; the customer is charged now.
    ///
    /// - Throws: An error when there is no such transaction, or it is not deferred.
    open func approveAskToBuyTransaction(identifier: Int) throws {
        try store.approve(Int64(identifier))
    }

    /// Declines a deferred purchase; its transaction fails as cancelled.
    ///
    /// - Throws: An error when there is no such transaction, or it is not deferred.
    open func declineAskToBuyTransaction(identifier: Int) throws {
        try store.decline(Int64(identifier))
    }

    /// Resolves the issue of an interrupted purchase or of a renewal in billing retry, which is
    /// then delivered as a new transaction.
    ///
    /// - Throws: An error when there is no such transaction, it has no issue, or billing retry has
    ///   ended.
    open func resolveIssueForTransaction(identifier: Int) throws {
        try store.resolveIssue(Int64(identifier))
    }

    /// Refunds a purchase; observers are notified to revoke it, unless it was a consumable.
    ///
    /// - Throws: An error when there is no such transaction, or it cannot be refunded.
    open func refundTransaction(identifier: Int) throws {
        try store.refund(Int64(identifier))
    }

    /// Turns on auto-renew of the subscription of a transaction; it is on by default.
    ///
    /// - Throws: An error when there is no such transaction, or its subscription has ended.
    open func enableAutoRenewForTransaction(identifier: Int) throws {
        try store.setAutoRenew(true, of: Int64(identifier))
    }

    /// Turns off auto-renew of the subscription of a transaction, which then ends with its period.
    ///
    /// - Throws: An error when there is no such transaction, or its subscription has ended.
    open func disableAutoRenewForTransaction(identifier: Int) throws {
        try store.setAutoRenew(false, of: Int64(identifier))
    }

    /// Ends the present period of a subscription now and begins the next one.
    ///
    /// It also turns on auto-renew and clears a pending price increase.
    ///
    /// - Throws: An error when there is no active subscription to the product.
    open func forceRenewalOfSubscription(productIdentifier: String) throws {
        try store.forceRenewal(ofProduct: productIdentifier)
    }

    /// Ends a subscription now and turns off auto-renew.
    ///
    /// - Throws: An error when there is no active subscription to the product.
    open func expireSubscription(productIdentifier: String) throws {
        try store.expireSubscription(toProduct: productIdentifier)
    }

    /// Asks the customer to consent to a price increase, whatever the price in the file is.
    ///
    /// Without consent the subscription ends with its period.
    ///
    /// - Throws: An error when there is no such transaction, or its subscription has ended.
    open func requestPriceIncreaseConsentForTransaction(identifier: Int) throws {
        try store.requestPriceIncreaseConsent(of: Int64(identifier))
    }

    /// Consents to a price increase; the subscription renews.
    ///
    /// - Throws: An error when there is no such transaction, or no price increase is pending.
    open func consentToPriceIncreaseForTransaction(identifier: Int) throws {
        try store.consentToPriceIncrease(of: Int64(identifier))
    }

    /// Declines a price increase, which also turns off auto-renew.
    ///
    /// - Throws: An error when there is no such transaction, or no price increase is pending.
    open func declinePriceIncreaseForTransaction(identifier: Int) throws {
        try store.declinePriceIncrease(of: Int64(identifier))
    }

    /// Buys as on another device: without a dialog, and the app's observers are notified.
    ///
    /// - Throws: An error when the store refuses the purchase.
    open func buyProduct(productIdentifier: String) throws {
        let request = PaymentRequest(productID: productIdentifier, isMadeOutsideApp: true)
        try store.buy(request)
    }

    // Settings of a store in memory can always be read; the file's settings are a fallback.
    private var settings: StoreSettings {
        (try? store.settings) ?? StoreSettings(store.catalog.settings)
    }

    private func update(_ body: (inout StoreSettings) -> Void) {
        try? store.updateSettings(body)
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

    /// Signs a customer in, in place of the present one.
    package func signIn(_ store: Store) {
        store.shareFaults(of: self.store)
        replaceAccount(with: Account(store: store, storeInUse: store))
    }

    /// Signs the present customer out.
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

extension SKTestSession {
    /// The speed of subscription time.
    ///
    /// Apple's older rates shorten the day. The monthly ones give every kind of period a length of
    /// its own, and the others give all periods the same length.
    @nonexhaustive
    public enum TimeRate: Int, Sendable {
        /// As fast as the calendar.
        case realTime = 0
        /// A day takes an hour.
        case oneHourIsOneDay = 1
        /// A day takes thirty minutes.
        case thirtyMinutesIsOneDay = 2
        /// A day takes five minutes.
        case fiveMinutesIsOneDay = 3
        /// A day takes a minute.
        case oneMinuteIsOneDay = 4
        /// A day takes thirty seconds.
        case thirtySecondsIsOneDay = 5
        /// A day takes a second.
        case oneSecondIsOneDay = 6
        /// A month takes an hour.
        case monthlyRenewalEveryHour = 10
        /// A month takes thirty minutes.
        case monthlyRenewalEveryThirtyMinutes = 11
        /// A month takes fifteen minutes.
        case monthlyRenewalEveryFifteenMinutes = 12
        /// A month takes five minutes.
        case monthlyRenewalEveryFiveMinutes = 13
        /// A month takes thirty seconds.
        case monthlyRenewalEveryThirtySeconds = 15
        /// Every period takes fifteen minutes.
        case oneRenewalEveryFifteenMinutes = 1000
        /// Every period takes five minutes.
        case oneRenewalEveryFiveMinutes = 1001
        /// Every period takes a minute.
        case oneRenewalEveryMinute = 1002
        /// Every period takes thirty seconds.
        case oneRenewalEveryThirtySeconds = 1003
        /// Every period takes ten seconds.
        case oneRenewalEveryTenSeconds = 1004
        /// Every period takes two seconds.
        case oneRenewalEveryTwoSeconds = 1005
    }
}
