import Dispatch
import Foundation
import LocalAppStore

/// What `SKPaymentQueue` does: takes payments to the store, one after the other, and shows the ledger's unfinished
/// entries as transactions.
///
/// The ledger is the truth; a transaction object only shows its entry. Work on the ledger and on the list of
/// transactions happens on `work`, and all that observers are told is sent from there, so it has one order. Payments
/// wait for the customer on a queue of their own.
final class LocalPaymentQueue: @unchecked Sendable {
    // Unchecked because of the weak reference, which is set once, before anybody else has the queue.
    weak var owner: SKPaymentQueue?
    let connection: StoreConnection
    let state = Locked(State())
    let work = DispatchQueue(label: "StoreKit.SKPaymentQueue")
    let payments = DispatchQueue(label: "StoreKit.SKPaymentQueue.payments")

    struct State {
        var observers: [WeakObserver] = []
        /// How many observers came for whom nobody has looked into the store yet.
        var newcomers = 0
        var delegate = WeakDelegate()
        var transactions = QueuedTransactions()
        var finishing: [Int64] = []
        var followed: Store?
        var observation: StoreObservation?
        var storefront: String?
        var toldRevocations: Set<Int64> = []

        /// Returns what is let go of, for the caller to release.
        mutating func forgetStore() -> StoreObservation? {
            defer { observation = nil }
            followed = nil
            transactions = QueuedTransactions()
            finishing = []
            storefront = nil
            toldRevocations = []
            return observation
        }
    }

    // Sendable because the observer is only called on the main queue.
    struct WeakObserver: @unchecked Sendable, Equatable {
        weak var observer: (any SKPaymentTransactionObserver)?
        /// Whether it was told what was unfinished when it came, which is the first thing it hears.
        var isWelcome = false

        static func == (left: Self, right: Self) -> Bool { left.observer === right.observer }
    }

    // Sendable because the delegate is only called on the main queue.
    struct WeakDelegate: @unchecked Sendable {
        weak var delegate: (any SKPaymentQueueDelegate)?
    }

    init(connection: StoreConnection) {
        self.connection = connection
        connection.onChange { [weak self] in self?.changeStore() }
    }

    var delegate: (any SKPaymentQueueDelegate)? {
        get { state.withLock { $0.delegate }.delegate }
        set {
            let weakly = WeakDelegate(delegate: newValue)
            state.withLock { $0.delegate = weakly }
        }
    }

    var observers: [any SKPaymentTransactionObserver] {
        state.withLock { $0.observers.compactMap(\.observer) }
    }

    var visibleTransactions: [SKPaymentTransaction] {
        // An app that pays right after launch compares what comes with these, so the unfinished ones must be there.
        if state.withLock({ $0.newcomers > 0 }) { work.sync {} }
        return state.withLock { state in
            state.observers.contains { $0.observer != nil } ? state.transactions.all : []
        }
    }

    func add(_ observer: any SKPaymentTransactionObserver) {
        let newcomer = WeakObserver(observer: observer)
        let storefront = try? connection.openedStore?.settings.storefront
        let isNew = state.withLock { state in
            state.observers.removeAll { $0.observer == nil }
            guard !state.observers.contains(newcomer) else { return false }
            state.observers.append(newcomer)
            state.newcomers += 1
            // A change between now and the first look into the store is to be told too.
            state.storefront = state.storefront ?? storefront
            return true
        }
        guard isNew else { return }
        work.async { self.begin(for: newcomer) }
    }

    func remove(_ observer: any SKPaymentTransactionObserver) {
        let leaver = WeakObserver(observer: observer)
        state.withLock { $0.observers.removeAll { $0.observer == nil || $0 == leaver } }
    }

    /// Makes transactions say something new and tells the observers, on the main queue.
    func tellUpdated(_ updates: [TransactionUpdate]) {
        guard !updates.isEmpty else { return }
        DispatchQueue.main.async {
            for update in updates {
                update.apply()
            }
        }
        let transactions = updates.map(\.transaction)
        tellObservers { $1.paymentQueue($0, updatedTransactions: transactions) }
    }

    func tellRemoved(_ transactions: [SKPaymentTransaction]) {
        guard !transactions.isEmpty else { return }
        tellObservers { $1.paymentQueue($0, removedTransactions: transactions) }
    }

    /// Welcomes an observer: it is told what has been in the queue since before it came.
    func tell(_ newcomer: WeakObserver, about transactions: [SKPaymentTransaction]) {
        DispatchQueue.main.async {
            let isPresent = self.state.withLock { state in
                guard let index = state.observers.firstIndex(of: newcomer) else { return false }
                state.observers[index].isWelcome = true
                return true
            }
            let waiting = transactions.filter { $0.transactionState != .purchasing }
            guard isPresent, !waiting.isEmpty, let owner = self.owner else { return }
            newcomer.observer?.paymentQueue(owner, updatedTransactions: waiting)
        }
    }

    /// Calls every observer that is alive and welcome by then, on the main queue.
    func tellObservers(
        _ body: @escaping @Sendable (SKPaymentQueue, any SKPaymentTransactionObserver) -> Void
    ) {
        DispatchQueue.main.async {
            guard let owner = self.owner else { return }
            let welcome = self.state.withLock { $0.observers.filter(\.isWelcome) }
            for observer in welcome.compactMap(\.observer) {
                body(owner, observer)
            }
        }
    }
}
