import Foundation
import LocalAppStore

// Everything here runs on `work`.
extension LocalPaymentQueue {
    /// Delivers to a new observer what is unfinished.
    func begin(for newcomer: QueueObservers.Reference) {
        let store = follow()
        state.withLock { $0.newcomers -= 1 }
        tell(newcomer, about: state.withLock { $0.transactions.all })
        if let store { tellNews(of: store) }
    }

    /// Another store came into use, whose transactions take the place of the present ones.
    func changeStore() {
        work.async {
            self.leaveUnusedStore()
            if !self.observers.isEmpty { self.follow() }
        }
    }

    /// The store in use, whose changes this queue hears of and whose unfinished entries it shows;
    /// `nil` when the store cannot be read, which is tried again.
    @discardableResult
    func follow() -> Store? {
        leaveUnusedStore()
        if let followed = state.withLock({ $0.followed }) { return followed }
        do {
            let store = try connection.store()
            tellUpdated(try begin(following: store))
            tellNews(of: store)
            return store
        } catch {
            followLater(because: error)
            return nil
        }
    }

    private func begin(following store: Store) throws -> [TransactionUpdate] {
        let observation = store.observe { [weak self, work] change in
            work.async { [weak self] in self?.handle(change, of: store) }
        }
        let unfinished = try store.unfinishedEntries()
        let storefront = try store.settings.storefront
        state.withLock {
            $0.followed = store
            $0.observation = observation
            $0.isRetrying = false
            $0.storefront = $0.storefront ?? storefront
        }
        return unfinished.compactMap { show($0, of: store) }
    }

    /// Follows a store that cannot be read now as soon as it can, unless only somebody's help can
    /// mend it.
    private func followLater(because error: any Error) {
        let mayPass = (error as? Store.Error)?.mayPass == true && !observers.isEmpty
        let isFirst = state.withLock { state in
            defer { state.isRetrying = mayPass }
            return mayPass && !state.isRetrying
        }
        guard isFirst else { return }
        diagnostics.report(
            .warning,
            "Unfinished purchases wait for the store: \(error.localizedDescription)"
        )
        retryLater()
    }

    private func retryLater() {
        work.asyncAfter(deadline: .now() + retryInterval) { [weak self] in
            guard let self, state.withLock({ $0.isRetrying }) else { return }
            if follow() != nil { diagnostics.report(.info, "The store can be read again") }
            if state.withLock({ $0.isRetrying }) { retryLater() }
        }
    }

    /// Lets go of a store that is in use no longer; the observers hear that its transactions are
    /// gone.
    private func leaveUnusedStore() {
        guard let followed = state.withLock({ $0.followed }), !isInUse(followed) else { return }
        let (observation, transactions) = state.withLock { state in
            defer {
                state.followed = nil
                state.observation = nil
                state.toldRevocations = []
            }
            return (state.observation, state.transactions.removeAll())
        }
        // Store and observation end after this, which must not happen under the lock.
        withExtendedLifetime((followed, observation)) { tellRemoved(transactions) }
    }

    private func handle(_ change: StoreChange, of store: Store) {
        // A change that was under way when another store came into use is not about these
        // transactions.
        guard isFollowed(store), isInUse(store) else { return }
        // Another process may have made the change; an observer reads the receipt as soon as it
        // hears of it.
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
            } else if let update = show(entry, of: store) {
                updated.append(update)
            }
        }
        tellUpdated(updated)
        tellRemoved(removed)
        if change.hasNewSettings { store.noteNewSettings() }
        tellNews(of: store, after: change)
    }

    private func removeAll(except entries: [LedgerEntry]) -> [SKPaymentTransaction] {
        state.withLock { $0.transactions.removeEntries(except: Set(entries.map(\.id))) }
    }

    /// What the entry's transaction has to say; `nil` when it was told so before.
    func show(_ entry: LedgerEntry, of store: Store) -> TransactionUpdate? {
        let original = entry.state == .restored ? SKPaymentTransaction(originalOf: entry) : nil
        let snapshot = SKPaymentTransaction.Snapshot(entry, of: store, original: original)
        return state.withLock { $0.transactions.update(showing: entry, as: snapshot) }
    }

    func isInUse(_ store: Store) -> Bool {
        connection.openedStore === store
    }

    func isFollowed(_ store: Store) -> Bool {
        state.withLock { $0.followed } === store
    }
}

extension Store.Error {
    /// Whether the store may be readable a moment later without anybody mending it.
    fileprivate var mayPass: Bool {
        switch self {
        case .busy, .diskFull, .unusableFile, .unusableReceipts: true
        default: false
        }
    }
}
