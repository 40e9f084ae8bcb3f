import LocalAppStore
import Testing

@testable import StoreKit

@Suite("Transactions that show the ledger")
struct QueuedTransactionsTests {
    let store: Store

    init() throws {
        store = try .sample()
    }

    @Test("An entry is shown once")
    func once() throws {
        var transactions = QueuedTransactions()
        let entry = try store.pay(PaymentRequest(productID: "coins"))
        let shown = transactions.show([entry, entry])
        #expect(shown == [true, false])
        #expect(transactions.all.count == 1)
    }

    @Test("A late change of a finished purchase does not add it again")
    func lateChangeOfFinished() throws {
        var transactions = QueuedTransactions()
        let entry = try store.pay(PaymentRequest(productID: "coins"))
        let shown = transactions.show([entry])
        let removed = transactions.remove(entry: entry.id)
        let late = transactions.show([entry])
        #expect(shown == [true])
        #expect(removed != nil)
        #expect(late == [false])
        #expect(transactions.all.isEmpty)
    }

    @Test("A late deferral does not undo the approval")
    func lateDeferral() throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        var transactions = QueuedTransactions()
        let waiting = try store.pay(PaymentRequest(productID: "coins"))
        let approved = try store.approve(waiting.id)
        let shown = transactions.show([approved, waiting, approved])
        #expect(shown == [true, false, false])
    }

    @Test("A payment's own transaction shows its entry once the update is applied")
    func ownTransaction() throws {
        let request = PaymentRequest(productID: "coins")
        let transaction = SKPaymentTransaction(payment: SKPayment.make("coins"))
        var transactions = QueuedTransactions()
        transactions.add(transaction, token: request.token)
        let entry = try store.pay(request)
        let update = transactions.update(showing: entry, as: .init(entry, original: nil))
        #expect(update?.transaction === transaction)
        #expect(transaction.transactionState == .purchasing)
        update?.apply()
        #expect(transaction.transactionState == .purchased)
    }

    @Test("A decision about a deferred purchase is shown")
    func decision() throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        var transactions = QueuedTransactions()
        let waiting = try store.pay(PaymentRequest(productID: "coins"))
        let declined = try store.decline(waiting.id)
        let shown = transactions.show([waiting, declined])
        #expect(shown == [true, true])
        #expect(transactions.all.count == 1)
    }
}

extension QueuedTransactions {
    /// For each entry, whether it made an update for the observers.
    fileprivate mutating func show(_ entries: [LedgerEntry]) -> [Bool] {
        var shown: [Bool] = []
        for entry in entries {
            let snapshot = SKPaymentTransaction.Snapshot(entry, original: nil)
            shown.append(update(showing: entry, as: snapshot) != nil)
        }
        return shown
    }
}
