import Foundation
import LocalAppStore
import StoreKit
import TestSupport

/// Observes the payment queue and finishes most transactions.
final class ChildObserver: NSObject, SKPaymentTransactionObserver, Sendable {
    private let journal: Journal
    private let known: KnownEntries
    private let random: Locked<SplitMix64>
    private let limiter: PaymentLimiter
    private let fail: @Sendable (any Error) -> Void

    init(
        journal: Journal,
        known: KnownEntries,
        random: SplitMix64,
        limiter: PaymentLimiter,
        fail: @escaping @Sendable (any Error) -> Void
    ) {
        self.journal = journal
        self.known = known
        self.random = Locked(random)
        self.limiter = limiter
        self.fail = fail
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        updatedTransactions transactions: [SKPaymentTransaction]
    ) {
        attempt {
            for transaction in transactions where transaction.transactionState != .purchasing {
                try record(transaction, from: queue)
            }
        }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        removedTransactions transactions: [SKPaymentTransaction]
    ) {
        attempt { try journal.add(.end(.finish, transactions.compactMap(\.snapshot.entryID))) }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        attempt { try journal.add(.end(.restore, [])) }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {
        attempt { try journal.add(.revoked(products: productIdentifiers)) }
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        restoreCompletedTransactionsFailedWithError error: any Error
    ) {
        fail(error)
    }

    private func record(_ transaction: SKPaymentTransaction, from queue: SKPaymentQueue) throws {
        let snapshot = transaction.snapshot
        let name = transaction.payment.applicationUsername
        defer { name.map(limiter.leave) }
        guard let id = snapshot.entryID, let state = LedgerEntry.State(snapshot.state) else {
            try name.map { try journal.add(.refused(name: $0)) }
            if let error = snapshot.error { fail(error) }
            return
        }
        let original = transaction.original?.snapshot.entryID
        try journal.add(
            .reported(entry: id, original: original, name: name ?? "", state: state, amount: nil)
        )
        known.add(id, state)
        guard state != .deferred, random.withLock({ $0.happens(70) }) else { return }
        try journal.add(.begin(.finish, [id]))
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
