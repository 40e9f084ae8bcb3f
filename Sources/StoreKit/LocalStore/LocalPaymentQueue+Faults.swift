import Foundation
import LocalAppStore

// Faults of deliveries, and of the app, by the store's plan. Everything here runs on `work`.
extension LocalPaymentQueue {
    /// Delivers transactions as the plan of the store wants it.
    ///
    /// If the app was killed since `launch`, they are part of a launch, at which nothing goes
    /// wrong.
    func deliver(_ updates: [TransactionUpdate], of store: Store, in launch: Int) {
        guard device.launchNumber == launch else { return notifyUpdated(updates, of: store) }
        var (present, again): ([TransactionUpdate], [TransactionUpdate]) = ([], [])
        for update in updates {
            switch update.isEnd ? store.faults.failure(at: .delivery, of: update.product) : nil {
            case .slow(let seconds):
                deliver(after: seconds, from: store) { self.notifyIfPresent([update], of: store) }
            case .reorderedDelivery(let seconds):
                state.withLock { $0.reordered.append(update) }
                deliver(after: seconds, from: store) { self.deliverReordered(of: store) }
            case .duplicateDelivery:
                again.append(update)
            case .crash:
                // The next launch delivers all of them.
                return store.faults.crash()
            default:
                present.append(update)
            }
        }
        notifyUpdated(present, of: store)
        if !again.isEmpty { notifyUpdatedTwice(again, of: store) }
        if (present + again).contains(where: \.isEnd) { deliverReordered(of: store) }
    }

    /// Notifies the observers twice, with nothing in between.
    private func notifyUpdatedTwice(_ updates: [TransactionUpdate], of store: Store) {
        let transactions = updates.map(\.transaction)
        notifyObservers(of: store, after: { updates.forEach { $0.apply() } }) {
            $1.paymentQueue($0, updatedTransactions: transactions)
            $1.paymentQueue($0, updatedTransactions: transactions)
        }
    }

    private func deliverReordered(of store: Store) {
        notifyIfPresent(
            state.withLock { state in
                defer { state.reordered = [] }
                return state.reordered
            },
            of: store
        )
    }

    private func deliver(
        after seconds: TimeInterval,
        from store: Store,
        _ body: @escaping @Sendable () -> Void
    ) {
        let launch = device.launchNumber
        store.faults.after(seconds) { [scope = device.scope] in
            self.device.onWork {
                guard self.device.launchNumber == launch else { return }
                body()
            }
            withExtendedLifetime(scope) {}
        }
    }

    /// Notifies the observers of transactions that were not removed while they waited.
    private func notifyIfPresent(_ updates: [TransactionUpdate], of store: Store) {
        notifyUpdated(
            updates.filter { update in
                state.withLock { $0.transactions.contains(update.transaction) }
            },
            of: store
        )
    }
}

// Launches.
extension LocalPaymentQueue {
    /// Forgets the memory of the app.
    func endLaunch() {
        let forgotten = state.withLock { state in
            defer {
                state.reordered = []
                state.followedStore = nil
                state.notifiedRevocations = []
                state.announcedIncreases = []
                state.transactions = QueuedTransactions()
            }
            return (state.followedStore, state.transactions, state.reordered)
        }
        // Released here, not under the lock.
        withExtendedLifetime(forgotten) {}
    }

    /// Shows the observers the unfinished transactions, as at a launch.
    func launchAgain() {
        device.onWork {
            if self.mayHaveObservers { self.followStoreInUse() }
        }
    }
}

extension TransactionUpdate {
    /// Whether it ends a payment, and is not only a step towards that.
    fileprivate var isEnd: Bool {
        switch (snapshot ?? transaction.snapshot).state {
        case .purchased, .failed, .restored: true
        default: false
        }
    }

    fileprivate var product: String { transaction.payment.productIdentifier }
}

// Downloads; everything here runs on `work`.
extension LocalPaymentQueue {
    /// Brings a command to a store; if it begins downloads, as the store's plan wants it.
    func performMeetingFaults(
        _ command: ContentDownload.Command,
        _ ids: [ContentDownload.ID],
        in store: Store
    ) {
        guard command.begins else { return perform(command, ids, in: store) }
        var present: [ContentDownload.ID] = []
        var crashes = false
        for id in ids {
            let failure = store.faults.failure(at: .download, of: id.contentIdentifier)
            switch failure {
            case .slow(let seconds), .timeout(let seconds):
                deliver(after: seconds, from: store) {
                    store.faults.setFailure(failure?.downloadFailure, of: id)
                    self.perform(command, [id], in: store)
                }
                continue
            case .crash: crashes = true
            default: break
            }
            store.faults.setFailure(failure?.downloadFailure, of: id)
            present.append(id)
        }
        if !present.isEmpty { perform(command, present, in: store) }
        if crashes { store.faults.crash() }
    }
}

extension FaultPlan.Failure {
    /// The failure of a download; `nil` if it does not fail.
    fileprivate var downloadFailure: DownloadFailure.Reason? {
        switch self {
        case .networkDown: .notConnectedToInternet
        case .timeout: .timedOut
        case .httpStatus: .badServerResponse
        case .downloadFailure(let reason): reason
        default: nil
        }
    }
}
