import Foundation
import LocalAppStore
import StoreKit

/// Hears of every transaction, as an app does, and finishes most.
final class JourneyObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    private let journal: Journal
    private let known: KnownEntries
    private let random: Locked<SplitMix64>
    private let window: PaymentWindow
    private let fail: @Sendable (any Error) -> Void

    init(
        journal: Journal,
        known: KnownEntries,
        random: SplitMix64,
        window: PaymentWindow,
        fail: @escaping @Sendable (any Error) -> Void
    ) {
        self.journal = journal
        self.known = known
        self.random = Locked(random)
        self.window = window
        self.fail = fail
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        attempt {
            for transaction in transactions where transaction.transactionState != .purchasing {
                try hear(of: transaction, from: queue)
            }
        }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        attempt { try journal.add(.finished(transactions.compactMap(\.snapshot.entryID))) }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        attempt { try journal.add(.restored) }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        restoreCompletedTransactionsFailedWithError error: any Error
    ) {
        fail(error)
    }

    private func hear(of transaction: SKPaymentTransaction, from queue: SKPaymentQueue) throws {
        let snapshot = transaction.snapshot
        let name = transaction.payment.applicationUsername
        defer { name.map(window.close) }
        guard let id = snapshot.entryID, let state = LedgerEntry.State(snapshot.state) else {
            try name.map { try journal.add(.refused(name: $0)) }
            if let error = snapshot.error { fail(error) }
            return
        }
        try journal.add(.told(entry: id, name: name ?? "", state: state, amount: nil))
        known.learn(id, state)
        guard state != .deferred, random.withLock({ $0.happens(70) }) else { return }
        try journal.add(.finish([id]))
        queue.finishTransaction(transaction)
    }

    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            fail(error)
        }
    }
}

extension LedgerEntry.State {
    init?(_ state: SKPaymentTransactionState) {
        switch state {
        case .purchased: self = .purchased
        case .failed: self = .failed
        case .restored: self = .restored
        case .deferred: self = .deferred
        case .purchasing: return nil
        @unknown default: return nil
        }
    }
}
