import Foundation
import LocalAppStore

// Following the store in use: its changes become changes of the transactions. Everything here runs
// on `work`, except the end: the queue lets go of an unused store immediately.
extension LocalPaymentQueue {
    /// Fetches the unfinished transactions and delivers them to a new observer.
    func fetchUnfinished(for reference: ObserverList.Reference) {
        let store = followStoreInUse()
        state.withLock { $0.observersWithoutFetch -= 1 }
        activate(reference, with: state.withLock { $0.transactions.all })
        if let store { notifyStoreEvents(of: store) }
    }

    /// Removes the transactions of the former store; the next store's follow later.
    ///
    /// After this returns, no call to the next store meets transactions of the former one.
    func storeInUseChanged() {
        unfollowUnusedStore()
        device.onWork {
            self.unfollowUnusedStore()
            if self.mayHaveObservers { self.followStoreInUse() }
        }
    }

    /// Observes the store in use and shows its unfinished entries, unless it does so already.
    ///
    /// - Returns: The store; `nil` when it cannot be read, which was reported.
    @discardableResult
    func followStoreInUse() -> Store? { try? requireStoreInUse() }

    /// Observes the store in use and shows its unfinished entries, unless it does so already.
    ///
    /// - Throws: The reason why the store cannot be read, after it was reported. If the error may
    ///   pass, the store is tried again later.
    @discardableResult
    func requireStoreInUse() throws -> Store {
        unfollowUnusedStore()
        if let store = state.withLock({ $0.isBehind ? nil : $0.followedStore }) { return store }
        let store = try read { try connection.store() }
        let updates = try read { try follow(store) }
        // Another store came into use in the meantime.
        guard isFollowed(store) else { return try requireStoreInUse() }
        notifyUpdated(updates, of: store)
        if let subscriptions = try? read({ try store.subscriptions.all() }) {
            announceIncreases(in: subscriptions, of: store)
        }
        notifyStoreEvents(of: store)
        return store
    }

    private func follow(_ store: Store) throws -> [TransactionUpdate] {
        let isKnown = isFollowed(store)
        let observation = device.follow(store)
        let unfinished = try store.unfinishedEntries()
        let repeated = try store.takeRepeatedRenewals()
        let contents = try (repeated + unfinished).map { ($0, try snapshot(of: $0, in: store)) }
        state.withLock {
            $0.followedStore = store
            $0.isBehind = false
            $0.isRetrying = false
        }
        // A store that went out of use before this was not followed yet.
        unfollowUnusedStore()
        // Changes of one that has come back since were not delivered; it is read again for that.
        if isFollowed(store), device.follow(store) != observation {
            state.withLock { $0.isBehind = true }
        }
        if isKnown { try notifyDownloads(ofEntries: unfinished.map(\.id), in: store) }
        return contents.compactMap { update(showing: $0, as: $1, of: store) }
    }

    /// Reads the store: returns the result of `body`.
    ///
    /// - Throws: The error of `body`, after it was reported. Then everything is read again at the
    ///   next call or, if the error may pass, soon.
    func read<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            state.withLock { $0.isBehind = true }
            diagnostics.reportUnusableStore(error)
            readLater(after: error)
            throw error
        }
    }

    /// Schedules attempts to read a store again, if the error may pass by itself.
    private func readLater(after error: any Error) {
        let retries = (error as? StoreError)?.mayPass == true && mayHaveObservers
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
        // Retrying serves only observers.
        device.onMainQueue { self.removeReleasedObservers() }
        device.work.async(after: retryInterval) { [weak self] in
            guard let self, state.withLock({ $0.isRetrying }) else { return }
            if followStoreInUse() != nil {
                diagnostics.report(.info, "The store can be read again")
            } else if state.withLock({ $0.isRetrying }) {
                retryLater()
            }
        }
    }

    /// Stops following a store that is no longer in use; its transactions are removed.
    ///
    /// Runs on any thread.
    private func unfollowUnusedStore() {
        guard let store = state.withLock({ $0.followedStore }), !device.isInUse(store) else {
            return
        }
        let transactions = state.withLock { state in
            guard state.followedStore === store else { return [SKPaymentTransaction]() }
            defer {
                state.followedStore = nil
                state.notifiedRevocations = []
                state.announcedIncreases = []
            }
            return state.transactions.removeAll()
        }
        // The store is released here, not under the lock.
        withExtendedLifetime(store) { notifyRemoved(transactions) }
    }

    func receive(_ change: StoreChange, of store: Store) {
        let launch = device.launchNumber
        // A store that is not shown yet is read with this change.
        guard isFollowed(store) else { return }
        // Another process may have made the change, and observers may read the receipt when they
        // are notified.
        diagnostics.reporting { try store.updateReceiptFile() }
        var removed = change.isCleared ? removeAll(except: change.entries, of: store) : []
        removed += remove(entries: change.removedIDs, of: store)
        var updated: [TransactionUpdate] = []
        for entry in change.entries {
            if entry.isFinished {
                removed += remove(entries: [entry.id], of: store)
            } else if let update = try? read({ try update(for: entry, of: store) }) {
                updated.append(update)
            }
        }
        deliver(updated, of: store, in: launch)
        try? read { try notifyDownloads(ofEntries: change.downloadEntryIDs, in: store) }
        notifyRemoved(removed)
        if change.hasNewSettings { store.noteNewSettings() }
        let isRevoking = change.entries.contains(where: \.isRevocationUndelivered)
        if change.hasNewSettings || change.hasPurchaseIntents || isRevoking {
            notifyStoreEvents(of: store)
        }
        announceIncreases(in: change.subscriptions, of: store)
    }

    private func removeAll(
        except entries: [LedgerEntry],
        of store: Store
    ) -> [SKPaymentTransaction] {
        let remaining = Set(entries.map(\.id))
        return change(transactionsOf: store) { $0.removeEntries(except: remaining) } ?? []
    }

    /// Removes the transactions of some entries.
    func remove(entries ids: [Int64], of store: Store) -> [SKPaymentTransaction] {
        change(transactionsOf: store) { transactions in
            ids.compactMap { transactions.remove(entry: $0) }
        } ?? []
    }

    /// Changes the transactions, unless the store was let go of: the entries of the next one have
    /// the same numbers.
    private func change<Result>(
        transactionsOf store: Store,
        _ body: (inout QueuedTransactions) -> Result
    ) -> Result? {
        state.withLock { $0.followedStore === store ? body(&$0.transactions) : nil }
    }

    /// The update that makes a transaction show the entry; `nil` when it shows the entry already.
    func update(for entry: LedgerEntry, of store: Store) throws -> TransactionUpdate? {
        update(showing: entry, as: try snapshot(of: entry, in: store), of: store)
    }

    private func update(
        showing entry: LedgerEntry,
        as snapshot: SKPaymentTransaction.Snapshot?,
        of store: Store
    ) -> TransactionUpdate? {
        guard let snapshot else { return nil }
        return change(transactionsOf: store) { $0.update(showing: entry, as: snapshot) } ?? nil
    }

    /// The content of an entry's transaction; `nil` if a fault plan withholds the entry.
    private func snapshot(
        of entry: LedgerEntry,
        in store: Store
    ) throws -> SKPaymentTransaction.Snapshot? {
        guard !store.faults.withholds(entry) else { return nil }
        let original = entry.state == .restored ? SKPaymentTransaction(originalOf: entry) : nil
        var snapshot = SKPaymentTransaction.Snapshot(entry, of: store, original: original)
        snapshot.downloads = try DownloadList(of: entry, in: store)
        return snapshot
    }

    func isFollowed(_ store: Store) -> Bool {
        state.withLock { $0.followedStore } === store
    }
}
