import AppReceipt
import Foundation
import LocalAppStore

// The calls of StoreKit 2 on the store in use. Files and signatures block, so all work happens on
// background queues, and a call only waits.
extension StoreScope {
    /// Runs `body` with the store in use on a background queue, in the scope.
    ///
    /// - Throws: `StoreKitError` for an error of the store, or if it is another one than when the
    ///   call began; else what `body` throws.
    func withStore<Value: Sendable>(
        asOf beginning: Store? = nil,
        _ body: @escaping @Sendable (Store) throws -> Value
    ) async throws -> Value {
        do {
            return try await inStore(asOf: beginning, body)
        } catch let error as Product.PurchaseError {
            throw error
        } catch {
            throw StoreKitError(ofStore: error)
        }
    }

    /// Runs `body` as `withStore` does; returns `nil` without a store, as Apple's test environment
    /// has nothing then.
    func withAnyStore<Value: Sendable>(
        _ body: @escaping @Sendable (Store) throws -> Value
    ) async throws -> Value? {
        do {
            return try await withStore(body)
        } catch StoreKitError.notEntitled {
            return nil
        }
    }

    /// Runs `body` as `withStore` does, for a call that has no error: a failure is reported, and
    /// the result is `nil`.
    func reportingWithStore<Value: Sendable>(
        _ body: @escaping @Sendable (Store) throws -> Value
    ) async -> Value? {
        do {
            return try await inStore(body)
        } catch {
            diagnostics.reportUnusableStore(error)
            return nil
        }
    }

    private func inStore<Value: Sendable>(
        asOf beginning: Store? = nil,
        _ body: @escaping @Sendable (Store) throws -> Value
    ) async throws -> Value {
        do {
            return try await inBackground { try body(try self.connection.store(asOf: beginning)) }
        } catch let error where error.isMissingStore {
            // Most calls return nothing then, with which a test would pass.
            RunningTest.record(
                """
                StoreKit 2 has no store in this test, and returns nothing: give the test the trait \
                .store("Products.storekit") of StoreTesting, or call withStore.
                """
            )
            throw error
        }
    }

    /// Runs `body` on a background queue, in the scope.
    func inBackground<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated)
                .async(execute: background { continuation.resume(with: Result { try body() }) })
        }
    }

    /// The error that the present session plants into an API; `nil` for none.
    func throwSimulatedError(of api: SimulatedFailures.API) throws {
        guard let error = connection.simulatedFailures?[api] else { return }
        throw connection.openedStore?.faults.systemHabits?.error(for: error, of: api) ?? error
    }

    /// A value that is not verified if the present session plants that, else the value as it is.
    func simulating<Signed>(_ result: VerificationResult<Signed>) -> VerificationResult<Signed> {
        result.failing(with: connection.simulatedFailures?.verificationError(of: Signed.self))
    }

    /// The transactions of a selection, all or those of one product; none if they cannot be read.
    func transactions(
        _ selection: TransactionSelection,
        of productID: String?
    ) async -> [VerificationResult<Transaction>] {
        let transactions = await reportingWithStore { try self.listing(selection, in: $0) }
        return (transactions ?? []).filter { document in
            productID == nil || document.payload.productIdentifier == productID
        }
        .map { simulating(VerificationResult($0)) }
    }

    /// The next element that `body` makes of an iteration's updates; `nil` in a cancelled task.
    func next<Key, Value, Element: Sendable>(
        of subscription: UpdateSubscription<Key, StoreUpdates.Update<Value>>,
        _ body: @escaping @Sendable (Value, Store) throws -> Element?
    ) async -> Element? {
        while let update = await subscription.next() {
            // An update that cannot be signed comes again at the next launch.
            let element = await reportingWithStore { store in
                update.store === store ? try body(update.value, store) : nil
            }
            if let element = element ?? nil { return element }
        }
        return nil
    }

    /// The next update of an iteration over transactions.
    func nextTransaction(
        of subscription: UpdateSubscription<StoreUpdates.Key, StoreUpdates.Transaction>
    ) async -> VerificationResult<Transaction>? {
        let documents = documents
        let next = await next(of: subscription) { entry, store in
            if entry.isRevocationUndelivered { self.acknowledge(entry, to: store) }
            return try documents.transactions(of: [entry], in: store).first
        }
        return next.map { simulating(VerificationResult($0)) }
    }

    /// The next update of an iteration over statuses.
    func nextStatus(
        of subscription: UpdateSubscription<LedgerEntry.ID, StoreUpdates.Status>
    ) async -> SubscriptionStatus? {
        let documents = documents
        return await next(of: subscription) { try documents.status($0, in: $1) }
            .map(simulating)
    }

    /// The next purchase that the customer began on the App Store.
    func nextIntent(
        of subscription: UpdateSubscription<UUID, StoreUpdates.Intent>
    ) async -> PurchaseIntent? {
        await next(of: subscription) { intent, store in
            ProductMaker(store.catalog, intent.settings).product(withIdentifier: intent.productID)
                .map { PurchaseIntent(product: $0, offer: nil) }
        }
    }

    /// Marks a revocation as delivered, after the observers of the queue were notified of it.
    private func acknowledge(_ entry: LedgerEntry, to store: Store) {
        store.afterNotifying { [device] in
            device.onWork {
                device.diagnostics.reporting { try store.acknowledgeRevocations([entry.id]) }
            }
        }
    }

    /// Finishes a transaction of the store in use.
    func finish(_ transaction: Transaction) async {
        guard let id = Int64(exactly: transaction.id) else { return }
        let diagnostics = diagnostics
        await reportingWithStore { store in
            do {
                // The same identifier in another store is another transaction.
                guard let entry = try store.transaction(id),
                    entry.purchaseDate == transaction.purchaseDate,
                    entry.productID == transaction.productID
                else { return }
                try store.finish([id], with: .storeKit2)
            } catch {
                diagnostics.report(
                    .warning,
                    "A transaction will be delivered again: \(error.explanation)"
                )
            }
        }
    }
}

// Subscriptions.
extension StoreScope {
    /// The statuses of subscriptions.
    ///
    /// - Throws: `StoreKitError`, or the simulated error of a test session.
    func statuses(
        where isIncluded: @escaping @Sendable (SubscriptionPeriodStatus) -> Bool
    ) async throws -> [Product.SubscriptionInfo.Status] {
        try throwSimulatedError(of: .subscriptionStatus)
        let statuses = try await withAnyStore { store in
            try store.subscriptions.statuses().filter(isIncluded)
                .compactMap { try self.listedStatus($0, in: store) }
        }
        return (statuses ?? []).map(simulating)
    }

    /// The statuses by group, in the order of the groups' identifiers.
    func statusesByGroup() async -> [(groupID: String, statuses: [SubscriptionStatus])] {
        let statuses = await diagnostics.reporting { try await self.statuses { _ in true } } ?? []
        let groups = Dictionary(grouping: statuses) {
            $0.transaction.unsafePayloadValue.subscriptionGroupID ?? ""
        }
        return groups.sorted { $0.key < $1.key }.map { (groupID: $0.key, statuses: $0.value) }
    }

    /// The status of a transaction's subscription.
    ///
    /// - Throws: `StoreKitError`, or the simulated error of a test session.
    func status(ofTransaction id: Int64) async throws -> SubscriptionStatus? {
        try throwSimulatedError(of: .subscriptionStatus)
        let status = try await withAnyStore { store in
            try store.subscriptions.status(of: id).flatMap { try self.listedStatus($0, in: store) }
        }
        return (status ?? nil).map(simulating)
    }

    private func simulating(_ signed: SignedStatus) -> SubscriptionStatus {
        let status = SubscriptionStatus(signed)
        return SubscriptionStatus(
            state: status.state,
            transaction: simulating(status.transaction),
            renewalInfo: simulating(status.renewalInfo)
        )
    }
}

// The app and its customer.
extension StoreScope {
    /// The app transaction, signed anew if that is asked for.
    ///
    /// - Throws: `StoreKitError`, or the simulated error of a test session.
    func appTransaction(isSignedAnew: Bool) async throws -> VerificationResult<AppTransaction> {
        try throwSimulatedError(of: .appTransaction)
        let (documents, beginning) = (documents, connection.openedStore)
        if isSignedAnew { try await meetRefreshFault(of: beginning) }
        let document = try await withStore(asOf: beginning) {
            if isSignedAnew { try $0.requireAccount() }
            return try documents.appTransaction(isSignedAnew: isSignedAnew, in: $0)
        }
        return simulating(VerificationResult(document))
    }

    /// Settles what is due.
    ///
    /// - Throws: `StoreKitError`, or the simulated error of a test session.
    func sync() async throws {
        try throwSimulatedError(of: .appStoreSync)
        let beginning = connection.openedStore
        try await meetRefreshFault(of: beginning)
        try await withStore(asOf: beginning) { store in
            try store.requireAccount()
            try store.time.settle()
        }
    }

    private func meetRefreshFault(of store: Store?) async throws {
        try await meetFault(at: .receiptRefresh, of: store?.app.bundleIdentifier ?? "", from: store)
    }

    /// Waits for the response to a request, as the store's fault plan specifies.
    ///
    /// - Throws: The planned error, or the error of an app that was killed meanwhile.
    @discardableResult
    func meetFault(
        at point: FaultPlan.Point,
        of subject: String,
        from store: Store?
    ) async throws -> FaultPlan.Failure? {
        let fault = RequestFault(
            to: point,
            of: subject,
            from: store,
            in: self,
            failingWith: \.requestError
        )
        do {
            try await fault.arrive()
        } catch let error as StoreScopeError {
            throw StoreKitError(ofStore: error)
        }
        return fault.failure
    }
}

extension FaultPlan.Failure {
    /// The planned error of a request; `nil` if the request is answered.
    fileprivate var requestError: (any Error)? {
        switch self {
        case .slow, .emptyAnswer: nil
        default: storeKitError
        }
    }

    /// The error of a call that fails by plan.
    var storeKitError: any Error {
        switch self {
        case .storeError(let code): Product.PurchaseError.error(for: code, of: nil)
        case .networkDown, .timeout, .httpStatus:
            urlErrorCode.map { StoreKitError.networkError(URLError($0)) } ?? .unknown
        default: StoreKitError.unknown
        }
    }
}

extension Error {
    /// Whether the scope has no store to begin with.
    fileprivate var isMissingStore: Bool {
        self as? EnvironmentError == .noConfiguration || self as? StoreScopeError == .noSession
    }
}

extension StoreKitError {
    /// The error for one of the store, or of the scope that has none.
    init(ofStore error: any Error) {
        switch error {
        case let error as StoreKitError: self = error
        case EnvironmentError.noConfiguration, StoreScopeError.noSession, StoreScopeError.ended:
            self = .notEntitled
        case StoreError.signedOut: self = .userCancelled
        default: self = .systemError(error)
        }
    }
}

extension Storefront {
    init(_ country: StorefrontCountry) {
        self.init(countryCode: country.code, id: country.identifier)
    }
}

extension TransactionSelection {
    /// The history, with finished consumables if the app's Info.plist asks for them.
    static var historyOfApp: TransactionSelection {
        let key = "SKIncludeConsumableInAppPurchaseHistory"
        let isIncluded = Bundle.main.object(forInfoDictionaryKey: key) as? Bool
        return isIncluded == true ? .historyWithConsumables : .history
    }
}

extension SystemHabits {
    /// The error that a call throws for a simulated one.
    fileprivate func error(for error: any Error, of api: SimulatedFailures.API) -> any Error {
        if failsSimulatedCancellation, api == .purchase,
            case StoreKitError.userCancelled = error
        {
            return StoreKitError.unknown
        }
        guard replacesSimulatedErrors else { return error }
        return switch api {
        case .loadProducts, .appStoreSync: StoreKitError.systemError(error)
        case .purchase: StoreKitError.unknown
        default: error
        }
    }
}

extension StoreDiagnostics {
    /// Returns the result of a call of StoreKit 2 as `reporting` does for one that
    /// blocks.
    func reporting<Value>(_ body: () async throws -> Value) async -> Value? {
        do {
            return try await body()
        } catch {
            // Other errors are a test's.
            if case StoreKitError.systemError(let cause) = error { reportUnusableStore(cause) }
            return nil
        }
    }
}
