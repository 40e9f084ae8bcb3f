import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("The list of queued transactions")
struct QueuedTransactionsTests {
    @Test("What is still under way about a finished entry does not bring it back")
    func late() throws {
        let store = try Store.shop()
        let entry = try store.pay(PaymentRequest(productID: "coins"))
        var list = QueuedTransactions()
        let told = list.update(showing: entry, as: .init(entry, original: nil))
        let update = try #require(told)
        #expect(list.all == [update.transaction])
        let again = list.update(showing: entry, as: .init(entry, original: nil))
        #expect(again?.transaction == nil)
        let removed = list.remove(entry: entry.id)
        #expect(removed === update.transaction)
        let late = list.update(showing: entry, as: .init(entry, original: nil))
        #expect(late?.transaction == nil)
        #expect(list.all.isEmpty)
    }

    @Test("A payment's own transaction shows its entry, and says so only when it is told")
    func own() throws {
        let store = try Store.shop()
        let request = PaymentRequest(productID: "coins")
        let transaction = SKPaymentTransaction(payment: SKPayment.make("coins"))
        var list = QueuedTransactions()
        list.add(transaction, token: request.token)
        let entry = try store.pay(request)
        let told = list.update(showing: entry, as: .init(entry, original: nil))
        let update = try #require(told)
        #expect(update.transaction === transaction)
        #expect(transaction.transactionState == .purchasing)
        update.apply()
        #expect(transaction.transactionState == .purchased)
        #expect(list.all == [transaction])
    }
}
