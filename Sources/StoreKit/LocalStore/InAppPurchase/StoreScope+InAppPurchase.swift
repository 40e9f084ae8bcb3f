import Foundation
import LocalAppStore

// What the calls of StoreKit 2 do with the store in use. Files and signatures block, so all of it
// happens on background queues, and a call only waits.
extension StoreScope {
    /// Runs `body` with the store in use on a background queue, in the scope.
    func withStore<Value: Sendable>(
        _ body: @escaping @Sendable (Store) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let work = background {
                continuation.resume(with: Result { try body(try self.connection.store()) })
            }
            DispatchQueue.global(qos: .userInitiated).async(execute: work)
        }
    }

    /// The error that the present session plants into an API; `nil` for none.
    func throwSimulatedError(of api: SimulatedFailures.API) throws {
        if let error = connection.simulatedFailures?[api] { throw error }
    }

    /// The transactions of a selection, all or those of one product; none if they cannot be read.
    func transactions(
        _ selection: TransactionSelection,
        of productID: String?
    ) async -> [VerificationResult<Transaction>] {
        let error = connection.simulatedFailures?.verificationError(of: Transaction.self)
        let documents = documents
        let transactions = try? await withStore { try documents.transactions(selection, of: $0) }
        return (transactions ?? []).filter { result in
            productID == nil || result.unsafePayloadValue.productID == productID
        }
        .map { $0.failing(with: error) }
    }

    /// The next update of an iteration; `nil` in a cancelled task.
    func nextUpdate(
        of subscription: UpdateSubscription<TransactionUpdates.Key, TransactionUpdates.Item>
    ) async -> VerificationResult<Transaction>? {
        let documents = documents
        while let item = await subscription.next() {
            // What cannot be signed comes again at the next launch.
            let result = try? await withStore { store -> [VerificationResult<Transaction>] in
                guard let origin = item.store, origin === store else { return [] }
                if item.entry.isRevocationUndelivered { self.acknowledge(item.entry, to: store) }
                return try documents.transactions(of: [item.entry], in: store)
            }
            if let result = result?.first {
                let failures = connection.simulatedFailures
                return result.failing(with: failures?.verificationError(of: Transaction.self))
            }
        }
        return nil
    }

    /// Marks a revocation as delivered, after the observers of the queue were notified of it.
    private func acknowledge(_ entry: LedgerEntry, to store: Store) {
        store.afterNotifying { [queue = queue.local] in
            queue.onWork { try? store.acknowledgeRevocations([entry.id]) }
        }
    }

    /// Finishes a transaction of the store in use.
    func finish(_ transaction: Transaction) async {
        guard let id = Int64(exactly: transaction.id) else { return }
        let diagnostics = diagnostics
        try? await withStore { store in
            // The same identifier in another store is another transaction.
            guard let entry = try store.transaction(id),
                entry.purchaseDate == transaction.purchaseDate,
                entry.productID == transaction.productID
            else { return }
            do {
                try store.finish([id], with: .storeKit2)
            } catch {
                diagnostics.report(
                    .warning,
                    "A transaction will be delivered again: \(error.localizedDescription)"
                )
            }
        }
    }
}

// Subscriptions.
extension StoreScope {
    /// The statuses of subscriptions.
    ///
    /// - Throws: The simulated error of a test session.
    func statuses(
        where isIncluded: @escaping @Sendable (SubscriptionPeriodStatus) -> Bool
    ) async throws -> [Product.SubscriptionInfo.Status] {
        try throwSimulatedError(of: .subscriptionStatus)
        let documents = documents
        let statuses = try? await withStore { store in
            try store.subscriptions.statuses().filter(isIncluded)
                .compactMap { try documents.status($0, in: store) }
        }
        return (statuses ?? []).map(failing)
    }

    /// The statuses by group, in the order of the groups' identifiers.
    func statusesByGroup() async -> [(groupID: String, statuses: [SubscriptionStatus])] {
        let statuses = (try? await statuses { _ in true }) ?? []
        let groups = Dictionary(grouping: statuses) {
            $0.transaction.unsafePayloadValue.subscriptionGroupID ?? ""
        }
        return groups.sorted { $0.key < $1.key }.map { (groupID: $0.key, statuses: $0.value) }
    }

    /// The status of a transaction's subscription.
    ///
    /// - Throws: The simulated error of a test session.
    func status(ofTransaction id: Int64) async throws -> SubscriptionStatus? {
        try throwSimulatedError(of: .subscriptionStatus)
        let status = try? await withStore { try self.status(ofTransaction: id, in: $0) }
        return status ?? nil
    }

    /// The status of a transaction's subscription; blocks.
    func status(ofTransaction id: Int64, in store: Store) throws -> SubscriptionStatus? {
        guard let status = try store.subscriptions.status(of: id) else { return nil }
        return try documents.status(status, in: store).map(failing)
    }

    private func failing(_ status: SubscriptionStatus) -> SubscriptionStatus {
        guard let failures = connection.simulatedFailures else { return status }
        return SubscriptionStatus(
            state: status.state,
            transaction: status.transaction.failing(
                with: failures.verificationError(of: Transaction.self)
            ),
            renewalInfo: status.renewalInfo.failing(
                with: failures.verificationError(of: SubscriptionRenewalInfo.self)
            )
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
        let failures = connection.simulatedFailures
        let documents = documents
        if isSignedAnew { try await meetRefreshFault() }
        do {
            return try await withStore {
                try documents.appTransaction(isSignedAnew: isSignedAnew, in: $0)
            }
            .failing(with: failures?.verificationError(of: AppTransaction.self))
        } catch {
            throw StoreKitError(ofStore: error)
        }
    }

    /// Settles what is due.
    ///
    /// - Throws: `StoreKitError`, or the simulated error of a test session.
    func sync() async throws {
        try throwSimulatedError(of: .appStoreSync)
        try await meetRefreshFault()
        do {
            try await withStore { store in
                guard store.isSignedIn else { throw StoreKitError.userCancelled }
                try store.time.settle()
            }
        } catch {
            throw StoreKitError(ofStore: error)
        }
    }

    private func meetRefreshFault() async throws {
        guard let store = connection.openedStore else { return }
        try await store.meetFault(
            store.faults.failure(at: .receiptRefresh, of: store.app.bundleIdentifier),
            in: self
        )
    }
}

extension Store {
    /// Waits for what a fault plan delays.
    ///
    /// - Throws: The error that the plan wants.
    func meetFault(_ failure: FaultPlan.Failure?, in scope: StoreScope) async throws {
        guard let failure else { return }
        switch failure {
        case .slow(let seconds):
            await wait(seconds, in: scope)
        case .timeout(let seconds):
            await wait(seconds, in: scope)
            throw StoreKitError.networkError(URLError(.timedOut))
        case .crash:
            faults.crash()
            throw StoreKitError.systemError(StoreScopeError.killed)
        case .networkDown:
            throw StoreKitError.networkError(URLError(.notConnectedToInternet))
        case .httpStatus:
            throw StoreKitError.networkError(URLError(.badServerResponse))
        case .storeError(let code):
            throw Product.PurchaseError.error(for: code, of: nil)
        default:
            throw StoreKitError.unknown
        }
    }

    private func wait(_ seconds: TimeInterval, in scope: StoreScope) async {
        await withCheckedContinuation { continuation in
            faults.after(seconds) { continuation.resume() }
            if scope.connection.hasEnded { faults.releaseWaiting() }
        }
    }
}

extension StoreKitError {
    /// The error for one of the store, or of the scope that has none.
    init(ofStore error: any Error) {
        switch error {
        case let error as StoreKitError: self = error
        case is EnvironmentError, StoreScopeError.noSession, StoreScopeError.ended:
            self = .notEntitled
        case StoreError.signedOut: self = .userCancelled
        default: self = .systemError(error)
        }
    }
}

extension Storefront {
    init(_ settings: StoreSettings) {
        let country = settings.storefrontCountry
        self.init(countryCode: country.code, id: country.identifier)
    }

    /// The currency in which the App Store sells there.
    var storeCurrency: Locale.Currency? {
        StorefrontCountry(code: countryCode).map { Locale.Currency($0.currencyCode) }
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
