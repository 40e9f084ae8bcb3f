import Dispatch
import Foundation
import LocalAppStore
// The library above and tests find the scope and the store in use by this module.
@_exported public import StoreClient

/// The implementation of `SKPaymentQueue`: brings payments to the store, one after the other, and
/// shows the ledger's unfinished entries as transactions.
///
/// The ledger is the truth; a transaction object only shows its entry. The list of transactions is
/// changed on the device's `work`. Observers are notified from there only, through the main queue,
/// so notifications have one order.
final class LocalPaymentQueue: StoreChangeReceiver, @unchecked Sendable {
    // Unchecked because of the variable, which is set once, before the queue is shared.
    weak var owner: SKPaymentQueue?
    let device: StoreDevice
    /// How long to wait before a store that could not be read is tried again.
    let retryInterval: DispatchTimeInterval
    let state = Locked(State())

    struct State {
        var observers = ObserverList()
        /// Observers added since the last fetch of unfinished transactions.
        var observersWithoutFetch = 0
        var delegate = WeakDelegate()
        var transactions = QueuedTransactions()
        var finishing: [FinishedEntry] = []
        var followedStore: Store?
        /// Whether something of the store could not be read since it was last read in full.
        var isBehind = false
        /// Whether another attempt to read the store is scheduled.
        var isRetrying = false
        var notifiedRevocations: Set<Int64> = []
        /// The subscriptions whose price increase the delegate was asked about.
        var announcedIncreases: Set<Int64> = []
        /// Transactions that are delivered after the next one.
        var reordered: [TransactionUpdate] = []
    }

    // Sendable because the delegate is only called on the main queue.
    struct WeakDelegate: @unchecked Sendable {
        weak var delegate: (any SKPaymentQueueDelegate)?
    }

    init(_ device: StoreDevice, retryInterval: DispatchTimeInterval = .milliseconds(500)) {
        self.device = device
        self.retryInterval = retryInterval
        device.deliverChanges(to: self)
    }

    var connection: StoreConnection { device.connection }

    var diagnostics: StoreDiagnostics { device.diagnostics }

    var delegate: (any SKPaymentQueueDelegate)? {
        get { state.withLock { $0.delegate }.delegate }
        set {
            let reference = WeakDelegate(delegate: newValue)
            state.withLock { $0.delegate = reference }
            // Without observers, too, the delegate is asked about price increases.
            if newValue != nil { device.onWork { self.followStoreInUse() } }
        }
    }

    /// The observers that are alive; never on an internal queue, where one could be released.
    var observers: [any SKPaymentTransactionObserver] {
        state.withLock { $0.observers.all }.compactMap(\.observer)
    }

    /// Whether there is an observer, which may have been released without being removed.
    var mayHaveObservers: Bool { state.withLock { !$0.observers.all.isEmpty } }

    var visibleTransactions: [SKPaymentTransaction] {
        // An app that pays right after launch compares what it receives with these, so the
        // unfinished ones must be among them.
        if state.withLock({ $0.observersWithoutFetch > 0 }) { device.work.sync {} }
        return observers.isEmpty ? [] : state.withLock { $0.transactions.visible }
    }

    func add(_ observer: any SKPaymentTransactionObserver) {
        let reference = ObserverList.Reference(observer)
        let released = state.withLock { $0.observers.all }.filter { $0.observer == nil }
        let isNew = state.withLock { state in
            guard state.observers.add(reference, removing: released) else { return false }
            state.observersWithoutFetch += 1
            return true
        }
        guard isNew else { return }
        // A storefront that changes between now and the fetch is notified too.
        if let store = connection.openedStore { device.follow(store) }
        device.onWork { self.fetchUnfinished(for: reference) }
    }

    func remove(_ observer: any SKPaymentTransactionObserver) {
        let identity = ObjectIdentifier(observer)
        state.withLock { $0.observers.remove(identity) }
    }
}

// Notifications: sent from `work`, delivered on the main queue. Reports of a store that is no
// longer in use by then are dropped.
extension LocalPaymentQueue {
    /// Updates transactions and notifies the observers, on the main queue.
    func notifyUpdated(_ updates: [TransactionUpdate], of store: Store?) {
        guard !updates.isEmpty else { return }
        let transactions = updates.map(\.transaction)
        notifyObservers(of: store, after: { updates.forEach { $0.apply() } }) {
            $1.paymentQueue($0, updatedTransactions: transactions)
        }
    }

    /// Hides transactions and notifies the observers, on the main queue.
    func notifyRemoved(_ transactions: [SKPaymentTransaction]) {
        guard !transactions.isEmpty else { return }
        endDownloads(of: transactions)
        device.onMainQueue {
            self.state.withLock { $0.transactions.hide(transactions) }
            self.callObservers { $1.paymentQueue($0, removedTransactions: transactions) }
        }
    }

    /// Activates a new observer and delivers the transactions that were in the queue before it.
    func activate(_ reference: ObserverList.Reference, with transactions: [SKPaymentTransaction]) {
        device.onMainQueue {
            let (isPresent, present) = self.state.withLock { state in
                (
                    state.observers.activate(reference),
                    transactions.filter(state.transactions.contains)
                )
            }
            let unfinished = present.filter { $0.transactionState != .purchasing }
            guard isPresent, !unfinished.isEmpty, let owner = self.owner else { return }
            reference.observer?.paymentQueue(owner, updatedTransactions: unfinished)
        }
    }

    /// Calls every observer that is alive and active by then, on the main queue, unless another
    /// store than `store` is in use by then.
    func notifyObservers(
        of store: Store?,
        after change: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (SKPaymentQueue, any SKPaymentTransactionObserver) -> Void
    ) {
        device.onMainQueue {
            change()
            if !self.device.isReplaced(store) { self.callObservers(body) }
        }
    }

    /// The present observers, for calls that exclude later ones.
    var audience: [ObserverList.Reference] { state.withLock { $0.observers.all } }

    /// Calls every living and active observer, or the observers of an audience; runs on the main
    /// queue.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    func callObservers(
        among audience: [ObserverList.Reference]? = nil,
        _ body: (SKPaymentQueue, any SKPaymentTransactionObserver) -> Void
    ) -> Bool {
        guard let owner else { return false }
        var wasCalled = false
        for reference in audience ?? state.withLock({ $0.observers.active }) {
            // One observer may have removed another.
            guard state.withLock({ $0.observers.contains(reference) }),
                let observer = reference.observer
            else { continue }
            body(owner, observer)
            wasCalled = true
        }
        removeReleasedObservers()
        return wasCalled
    }

    /// Removes observers that were released; runs on the main queue.
    func removeReleasedObservers() {
        let released = state.withLock { $0.observers.all }.filter { $0.observer == nil }
        guard !released.isEmpty else { return }
        state.withLock { $0.observers.remove(released) }
    }
}

extension StoreScope {
    /// The queue that `SKPaymentQueue.default()` returns.
    package var queue: SKPaymentQueue {
        member { SKPaymentQueue(LocalPaymentQueue(device)) }
    }
}

extension SKPaymentQueue: StoreScopeMember {
    package func launchEnded() { local.endLaunch() }

    package func launchBegan() { local.launchAgain() }
}
