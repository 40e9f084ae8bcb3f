import Dispatch
import Foundation
import LocalAppStore
import Synchronization

/// What `SKPaymentQueue` does: takes payments to the store, one after the other, and shows the ledger's unfinished
/// entries as transactions.
///
/// The ledger is the truth; a transaction object only shows its entry. Work on the ledger and on the list of
/// transactions happens on `work`, so that what observers are told has one order. Payments wait for the customer on a
/// queue of their own.
final class LocalPaymentQueue: @unchecked Sendable {
    // Unchecked because of the two weak references; they are set once, or under the state's lock.
    weak var owner: SKPaymentQueue?
    let connection: StoreConnection
    let state = Mutex(State())
    let work = DispatchQueue(label: "StoreKit.SKPaymentQueue")
    let payments = DispatchQueue(label: "StoreKit.SKPaymentQueue.payments")

    struct State {
        var observers: [WeakObserver] = []
        var delegate = WeakDelegate()
        var transactions = QueuedTransactions()
        var finishing: [Int64] = []
        var observation: StoreObservation?
        var storefront: String?
    }

    // Sendable because it is only handed on to the main queue, where it is called.
    struct WeakObserver: @unchecked Sendable, Equatable {
        weak var observer: (any SKPaymentTransactionObserver)?

        static func == (left: Self, right: Self) -> Bool { left.observer === right.observer }
    }

    // Sendable because it is only handed on to the main queue, where it is called.
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
        state.withLock { state in
            state.observers.contains { $0.observer != nil } ? state.transactions.all : []
        }
    }

    func add(_ observer: any SKPaymentTransactionObserver) {
        let newcomer = WeakObserver(observer: observer)
        let isNew = state.withLock { state in
            state.observers.removeAll { $0.observer == nil }
            guard !state.observers.contains(newcomer) else { return false }
            state.observers.append(newcomer)
            return true
        }
        guard isNew else { return }
        work.async { self.begin(for: newcomer) }
    }

    func remove(_ observer: any SKPaymentTransactionObserver) {
        let leaver = WeakObserver(observer: observer)
        state.withLock { $0.observers.removeAll { $0.observer == nil || $0 == leaver } }
    }

    /// Calls every observer that is alive by then, on the main queue.
    func tellObservers(
        _ body: @escaping @Sendable (SKPaymentQueue, any SKPaymentTransactionObserver) -> Void
    ) {
        DispatchQueue.main.async {
            guard let owner = self.owner else { return }
            for observer in self.observers {
                body(owner, observer)
            }
        }
    }
}
