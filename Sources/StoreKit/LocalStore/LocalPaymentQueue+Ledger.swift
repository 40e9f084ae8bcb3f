import Foundation
import LocalAppStore

// Following the store in use: its changes become changes of the transactions. Everything here runs
// on `work`.
extension LocalPaymentQueue {
    /// Fetches the unfinished transactions and delivers them to a new observer.
    func fetchUnfinished(for reference: ObserverList.Reference) {
        let store = followStoreInUse()
        state.withLock { $0.observersWithoutFetch -= 1 }
        activate(reference, with: state.withLock { $0.transactions.all })
        if let store { notifyStoreEvents(of: store) }
    }

    /// Replaces the transactions with those of the store that came into use.
    func storeInUseChanged() {
        onWork {
            self.unfollowUnusedStore()
            if self.mayHaveObservers { self.followStoreInUse() }
        }
    }

    /// Observes the store in use and shows its unfinished entries, unless it does so already.
    ///
    /// - Returns: The store; `nil` when it cannot be read, which may be tried again later.
    @discardableResult
    func followStoreInUse() -> Store? {
        unfollowUnusedStore()
        if let store = state.withLock({ $0.followedStore }) { return store }
        do {
            let store = try connection.store()
            notifyUpdated(try follow(store))
            announceIncreases(in: (try? store.subscriptions()) ?? [], of: store)
            notifyStoreEvents(of: store)
            return store
        } catch {
            followLater(after: error)
            return nil
        }
    }

    private func follow(_ store: Store) throws -> [TransactionUpdate] {
        let observation = store.observe { [weak self, work] change in
            work.async { [weak self] in self?.handle(change, of: store) }
        }
        let unfinished = try store.unfinishedEntries()
        let storefront = try store.settings.storefront
        state.withLock {
            $0.followedStore = store
            $0.observation = observation
            $0.isRetrying = false
            $0.storefront = $0.storefront ?? storefront
        }
        return unfinished.compactMap { update(for: $0, of: store) }
    }

    /// Schedules attempts to follow a store that cannot be read, if the error may pass by itself.
    private func followLater(after error: any Error) {
        let retries = (error as? Store.Error)?.mayPass == true && mayHaveObservers
        let isFirst = state.withLock { state in
            defer { state.isRetrying = retries }
            return retries && !state.isRetrying
        }
        guard isFirst else { return }
        diagnostics.report(
            .warning,
            "Unfinished purchases wait for the store: \(error.localizedDescription)"
        )
        retryLater()
    }

    private func retryLater() {
        // Nobody may be left for whom to try again.
        onMainQueue { self.removeReleasedObservers() }
        work.async(after: retryInterval) { [weak self] in
            guard let self, state.withLock({ $0.isRetrying }) else { return }
            if followStoreInUse() != nil {
                diagnostics.report(.info, "The store can be read again")
            }
            if state.withLock({ $0.isRetrying }) { retryLater() }
        }
    }

    /// Stops following a store that is no longer in use; its transactions are removed.
    private func unfollowUnusedStore() {
        guard let store = state.withLock({ $0.followedStore }), !isInUse(store) else { return }
        let (observation, transactions) = state.withLock { state in
            defer {
                state.followedStore = nil
                state.observation = nil
                state.notifiedRevocations = []
                state.announcedIncreases = []
            }
            return (state.observation, state.transactions.removeAll())
        }
        // Store and observation are released here, not under the lock.
        withExtendedLifetime((store, observation)) { notifyRemoved(transactions) }
    }

    private func handle(_ change: StoreChange, of store: Store) {
        let launch = launchNumber
        // A change that arrives after another store came into use does not concern these
        // transactions.
        guard isFollowed(store), isInUse(store) else { return }
        // Another process may have made the change, and observers may read the receipt when they
        // are notified.
        try? store.updateReceiptFile()
        var removed = change.isCleared ? removeAll(except: change.entries) : []
        removed += state.withLock { state in
            change.removedIDs.compactMap { state.transactions.remove(entry: $0) }
        }
        var updated: [TransactionUpdate] = []
        for entry in change.entries {
            if entry.isFinished {
                removed += state.withLock {
                    $0.transactions.remove(entry: entry.id).map { [$0] } ?? []
                }
            } else if let update = self.update(for: entry, of: store) {
                updated.append(update)
            }
        }
        deliver(updated, of: store, in: launch)
        notifyDownloads(ofEntries: change.downloadEntryIDs, in: store)
        notifyRemoved(removed)
        if change.hasNewSettings { store.noteNewSettings() }
        notifyStoreEvents(of: store, after: change)
        announceIncreases(in: change.subscriptions, of: store)
    }

    private func removeAll(except entries: [LedgerEntry]) -> [SKPaymentTransaction] {
        state.withLock { $0.transactions.removeEntries(except: Set(entries.map(\.id))) }
    }

    /// The update that makes a transaction show the entry; `nil` when it shows the entry already.
    func update(for entry: LedgerEntry, of store: Store) -> TransactionUpdate? {
        guard !store.faults.withholds(entry) else { return nil }
        let original = entry.state == .restored ? SKPaymentTransaction(originalOf: entry) : nil
        var snapshot = SKPaymentTransaction.Snapshot(entry, of: store, original: original)
        snapshot.downloads = DownloadList(of: entry, in: store)
        return state.withLock { $0.transactions.update(showing: entry, as: snapshot) }
    }

    func isInUse(_ store: Store) -> Bool {
        connection.openedStore === store
    }

    func isFollowed(_ store: Store) -> Bool {
        state.withLock { $0.followedStore } === store
    }
}

extension Store.Error {
    /// Whether the store may become readable without anybody's help.
    fileprivate var mayPass: Bool {
        switch self {
        case .busy, .diskFull, .unusableFile, .unusableReceipts: true
        default: false
        }
    }
}
