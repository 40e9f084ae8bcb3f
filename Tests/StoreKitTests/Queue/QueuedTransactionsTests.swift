import LocalAppStore
import Testing

@testable import StoreKit

@Suite("What a queue shows of the ledger")
struct QueuedTransactionsTests {
    let store: Store

    init() throws {
        store = try .shop()
    }

    @Test func `An entry is shown once`() throws {
        var transactions = QueuedTransactions()
        let entry = try store.pay(PaymentRequest(productID: "coins"))
        let shown = transactions.show([entry, entry])
        #expect(shown == [true, false])
        #expect(transactions.all.count == 1)
    }

    @Test func `Late word of a finished purchase does not bring it back`() throws {
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

    @Test func `Late word that a purchase waits does not undo the approval`() throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        var transactions = QueuedTransactions()
        let waiting = try store.pay(PaymentRequest(productID: "coins"))
        let approved = try store.approve(waiting.id)
        let shown = transactions.show([approved, waiting, approved])
        #expect(shown == [true, false, false])
    }

    @Test func `A payment's own object shows its entry, and says so when it is told`() throws {
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

    @Test func `A decision about a purchase that waits is shown`() throws {
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
    /// For each word of the ledger, whether there was something to tell the observers.
    fileprivate mutating func show(_ entries: [LedgerEntry]) -> [Bool] {
        var shown: [Bool] = []
        for entry in entries {
            let snapshot = SKPaymentTransaction.Snapshot(entry, original: nil)
            shown.append(update(showing: entry, as: snapshot) != nil)
        }
        return shown
    }
}
