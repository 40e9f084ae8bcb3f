import Dispatch
import Foundation
import LocalAppStore
import StoreKit

/// The app's next launch: an observer that hears what the queue delivers, and finishes nothing.
final class NextLaunch: NSObject, SKPaymentTransactionObserver, Sendable {
    private let heard: Locked<[Delivery.Item]> = Locked([])
    private let isComplete = DispatchSemaphore(value: 0)

    /// What a fresh queue delivers; `nil` when it does not come to an end within a minute.
    static func delivered(by store: Store) -> [Delivery.Item]? {
        let launch = NextLaunch()
        let queue = SKPaymentQueue(store: store)
        queue.add(launch)
        // The queue answers in order: when this, which restores nothing, is over, all that waited
        // was delivered.
        queue.restoreCompletedTransactions(withApplicationUsername: "nobody")
        defer { queue.remove(launch) }
        guard launch.isComplete.wait(timeout: .now() + 60) == .success else { return nil }
        return launch.heard.withLock { $0 }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        let items = transactions.compactMap(Delivery.Item.init)
        heard.withLock { $0 += items }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        isComplete.signal()
    }
}

extension Delivery.Item {
    fileprivate init?(_ transaction: SKPaymentTransaction) {
        let snapshot = transaction.snapshot
        guard let id = snapshot.entryID, let state = LedgerEntry.State(snapshot.state) else {
            return nil
        }
        self.init(entry: id, state: state, productID: transaction.payment.productIdentifier)
    }
}
