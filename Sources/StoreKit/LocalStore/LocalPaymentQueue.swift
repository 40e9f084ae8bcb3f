import Dispatch
import Foundation
import LocalAppStore

/// What `SKPaymentQueue` does: takes payments to the store, one after the other, and shows the
/// ledger's unfinished entries as transactions.
///
/// The ledger is the truth; a transaction object only shows its entry. Work on the ledger and on
/// the list of transactions happens on `work`, and all that observers are told is sent from there,
/// so it has one order. Payments wait for the customer on a queue of their own.
final class LocalPaymentQueue: @unchecked Sendable {
    // Unchecked because of the two variables, which are set once, before anybody else has the
    // queue.
    weak var owner: SKPaymentQueue?
    private var listening: StoreConnection.Listening?
    let connection: StoreConnection
    let diagnostics: StoreDiagnostics
    /// How long to wait before a store is tried again that could not be read.
    let retryInterval: DispatchTimeInterval
    let state = Locked(State())
    let work = DispatchQueue(label: "StoreKit.SKPaymentQueue")
    let payments = DispatchQueue(label: "StoreKit.SKPaymentQueue.payments")

    struct State {
        var observers = QueueObservers()
        /// How many observers came for whom nobody has looked into the store yet.
        var newcomers = 0
        var delegate = WeakDelegate()
        var transactions = QueuedTransactions()
        var finishing: [FinishedEntry] = []
        var followed: Store?
        var observation: StoreObservation?
        /// Whether the store is to be tried again soon.
        var isRetrying = false
        var storefront: String?
        var toldRevocations: Set<Int64> = []
    }

    // Sendable because the delegate is only called on the main queue.
    struct WeakDelegate: @unchecked Sendable {
        weak var delegate: (any SKPaymentQueueDelegate)?
    }

    init(
        connection: StoreConnection,
        diagnostics: StoreDiagnostics = .shared,
        retryInterval: DispatchTimeInterval = .milliseconds(500)
    ) {
        self.connection = connection
        self.diagnostics = diagnostics
        self.retryInterval = retryInterval
        listening = connection.onChange { [weak self] in self?.changeStore() }
    }

    var delegate: (any SKPaymentQueueDelegate)? {
        get { state.withLock { $0.delegate }.delegate }
        set {
            let weakly = WeakDelegate(delegate: newValue)
            state.withLock { $0.delegate = weakly }
        }
    }

    var observers: [any SKPaymentTransactionObserver] {
        state.withLock { $0.observers.all }.compactMap(\.observer)
    }

    var visibleTransactions: [SKPaymentTransaction] {
        // An app that pays right after launch compares what comes with these, so the unfinished
        // ones must be there.
        if state.withLock({ $0.newcomers > 0 }) { work.sync {} }
        return observers.isEmpty ? [] : state.withLock { $0.transactions.visible }
    }

    func add(_ observer: any SKPaymentTransactionObserver) {
        let newcomer = QueueObservers.Reference(observer)
        let gone = state.withLock { $0.observers.all }.filter { $0.observer == nil }
        let storefront = try? connection.openedStore?.settings.storefront
        let isNew = state.withLock { state in
            guard state.observers.add(newcomer, forgetting: gone) else { return false }
            state.newcomers += 1
            // A change between now and the first look into the store is to be told too.
            state.storefront = state.storefront ?? storefront
            return true
        }
        guard isNew else { return }
        work.async { self.begin(for: newcomer) }
    }

    func remove(_ observer: any SKPaymentTransactionObserver) {
        let identity = ObjectIdentifier(observer)
        state.withLock { $0.observers.remove(identity) }
    }

    /// Makes transactions say something new and tells the observers, on the main queue.
    func tellUpdated(_ updates: [TransactionUpdate]) {
        guard !updates.isEmpty else { return }
        let transactions = updates.map(\.transaction)
        tellObservers(after: { updates.forEach { $0.apply() } }) {
            $1.paymentQueue($0, updatedTransactions: transactions)
        }
    }

    /// Shows transactions no longer and tells the observers, on the main queue.
    func tellRemoved(_ transactions: [SKPaymentTransaction]) {
        guard !transactions.isEmpty else { return }
        tellObservers(
            after: { self.state.withLock { $0.transactions.hide(transactions) } },
            { $1.paymentQueue($0, removedTransactions: transactions) }
        )
    }

    /// Welcomes an observer: it is told what has been in the queue since before it came.
    func tell(_ newcomer: QueueObservers.Reference, about transactions: [SKPaymentTransaction]) {
        DispatchQueue.main.async {
            let isPresent = self.state.withLock { $0.observers.welcome(newcomer) }
            let waiting = transactions.filter { $0.transactionState != .purchasing }
            guard isPresent, !waiting.isEmpty, let owner = self.owner else { return }
            newcomer.observer?.paymentQueue(owner, updatedTransactions: waiting)
        }
    }

    /// Calls every observer that is alive and welcome by then, on the main queue.
    func tellObservers(
        after change: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (SKPaymentQueue, any SKPaymentTransactionObserver) -> Void
    ) {
        DispatchQueue.main.async {
            change()
            guard let owner = self.owner else { return }
            for reference in self.state.withLock({ $0.observers.welcome }) {
                // One observer may have removed another.
                guard self.state.withLock({ $0.observers.contains(reference) }),
                    let observer = reference.observer
                else { continue }
                body(owner, observer)
            }
        }
    }
}
