import Dispatch
import Foundation
import LocalAppStore
import StoreKit

/// Compares what the next launch of an app delivered with the unfinished entries of the ledger.
struct DeliveryCheck {
    /// An entry as a transaction showed it.
    struct Item: Hashable {
        var entry: Int64
        var state: LedgerEntry.State
        var productID: String
    }

    let unfinished: [LedgerEntry]
    let delivered: [Item]
    /// By what it was delivered.
    var channel = "the queue"

    var problems: [Problem] {
        let expected = Set(unfinished.map(Item.init))
        let missing = expected.subtracting(delivered).sorted { $0.entry < $1.entry }
        let surplus = Dictionary(grouping: delivered, by: \.self)
            .filter { $0.value.count > 1 || !expected.contains($0.key) }
        return missing.map { .lost("not delivered at the next launch by \(channel): \($0)") }
            + surplus.map { .doubled("delivered \($1.count) times by \(channel): \($0)") }
    }
}

extension DeliveryCheck.Item {
    init(_ entry: LedgerEntry) {
        // The payment queue shows a scheduled change as purchased.
        let state = entry.state == .scheduled ? .purchased : entry.state
        self.init(entry: entry.id, state: state, productID: entry.productID)
    }
}

/// The app's next launch: an observer that records what the queue delivers, and finishes nothing.
final class NextLaunch: NSObject, SKPaymentTransactionObserver, Sendable {
    /// The events that a launch received.
    struct Events {
        var delivered: [DeliveryCheck.Item] = []
        var revokedProducts: [String] = []
    }

    private let events = Locked(Events())
    private let isComplete = DispatchSemaphore(value: 0)

    /// Returns the events that a new queue delivers; `nil` if that takes longer than a minute.
    static func made(with store: Store) -> Events? {
        let launch = NextLaunch()
        let queue = SKPaymentQueue(store: store)
        queue.add(launch)
        // The queue works in order: when this restore, which finds nothing, has completed,
        // everything before it was delivered.
        queue.restoreCompletedTransactions(withApplicationUsername: "nobody")
        defer { queue.remove(launch) }
        guard launch.isComplete.wait(timeout: .now() + 60) == .success else { return nil }
        return launch.events.withLock { $0 }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        let items = transactions.compactMap(DeliveryCheck.Item.init)
        events.withLock { $0.delivered += items }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {
        events.withLock { $0.revokedProducts += productIdentifiers }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        isComplete.signal()
    }
}

extension DeliveryCheck.Item {
    fileprivate init?(_ transaction: SKPaymentTransaction) {
        let snapshot = transaction.snapshot
        guard let id = snapshot.entryID, let state = LedgerEntry.State(snapshot.state) else {
            return nil
        }
        self.init(entry: id, state: state, productID: transaction.payment.productIdentifier)
    }
}
