import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct PurchasingTests {
    private let shop = Shop.make()

    // Rule 25 and Q28.
    @Test func `a payment has what was asked for`() throws {
        _ = shop.buy(
            options: PaymentOptions(
                quantity: 4,
                applicationUsername: "ann",
                simulatesAskToBuyInSandbox: true
            )
        )
        let payment = try #require(shop.queue.payments.last)
        #expect(payment.productIdentifier == "coins")
        #expect(payment.quantity == 4)
        #expect(payment.applicationUsername == "ann")
        #expect(payment.simulatesAskToBuyInSandbox)
        #expect(payment.paymentDiscount == nil)
    }

    // Rule 25 and Q28.
    @Test func `an empty user name is none`() throws {
        _ = shop.buy()
        #expect(try #require(shop.queue.payments.last).applicationUsername == nil)
    }

    // Q28.
    @Test func `the user name can be read from the purchase`() throws {
        let results = shop.buy(options: PaymentOptions(applicationUsername: "ann"))
        shop.deliver(TestTransaction.make(try #require(shop.queue.payments.last)))
        #expect(results.last?.success?.applicationUsername == "ann")
    }

    // Rule 26: remembered before it is queued, so an answer within the call is not lost.
    @Test func `an answer that comes while the payment is being queued is taken`() {
        shop.queue.onAdd = { queue, payment in queue.update(TestTransaction.make(payment)) }
        let results = shop.buy()
        #expect(results.count == 0)
        shop.turns.run()
        #expect(results.last?.success?.productId == "coins")
    }

    // Rule 27.
    @Test func `the store and not the library refuses payments that are not allowed`() {
        let results = shop.buy()
        #expect(shop.queue.payments.count == 1)
        shop.deliver(TestTransaction.make(state: .failed, error: SKError(.paymentNotAllowed)))
        #expect(results.last?.failure?.code == .paymentNotAllowed)
    }

    // Rules 28 and 35.
    @Test func `payments for one product are served first in, first out`() {
        let order = Recorder<Int>()
        for number in 1...3 {
            shop.coordinator.purchase(TestProduct.make(), options: PaymentOptions()) { _ in
                order.record(number)
            }
        }
        #expect(shop.queue.payments.count == 3)
        shop.deliver(TestTransaction.make(), TestTransaction.make())
        #expect(order.all == [1, 2])
        shop.deliver(TestTransaction.make())
        #expect(order.all == [1, 2, 3])
    }

    // Rule 30 and Q3.
    @Test(arguments: [true, false])
    func `a success is told and then finished if atomic`(atomically: Bool) throws {
        let finishedBefore = Recorder<Int>()
        let results = Recorder<PurchaseResult>()
        let product = TestProduct.make()
        shop.coordinator.purchase(product, options: PaymentOptions(atomically: atomically)) {
            [shop] in
            results.record($0)
            finishedBefore.record(shop.queue.finished.count)
        }
        let transaction = TestTransaction.make()
        shop.deliver(transaction)
        let purchase = try #require(results.last?.success)
        #expect(purchase.product === product)
        #expect(purchase.transaction as? TestTransaction === transaction)
        #expect(purchase.needsFinishTransaction == !atomically)
        #expect(finishedBefore.all == [0])
        #expect(shop.queue.finished.count == (atomically ? 1 : 0))
    }

    // Rule 30: the quantity is the transaction's.
    @Test func `the quantity comes from the transaction`() throws {
        let results = shop.buy(options: PaymentOptions(quantity: 2))
        shop.deliver(TestTransaction.make(try #require(shop.queue.payments.last)))
        #expect(results.last?.success?.quantity == 2)
    }

    // Rule 31.
    @Test func `a payment for something owned is a success`() {
        let results = shop.buy()
        let transaction = TestTransaction.make(state: .purchasing)
        shop.deliver(transaction)
        shop.deliver(transaction.becomes(.restored))
        #expect(results.last?.success?.productId == "coins")
        #expect(shop.queue.finished.count == 1)
    }

    // Rule 32.
    @Test(arguments: [true, false])
    func `a failure is told and finished`(atomically: Bool) {
        let results = shop.buy(options: PaymentOptions(atomically: atomically))
        shop.deliver(TestTransaction.make(state: .failed, error: SKError(.paymentCancelled)))
        #expect(results.all.map { $0.failure?.code } == [.paymentCancelled])
        #expect(shop.queue.finished.count == 1)
    }

    // Rule 32.
    @Test func `a failure without a reason is unknown`() {
        let results = shop.buy()
        shop.deliver(TestTransaction.make(state: .failed))
        #expect(results.last?.failure?.code == .unknown)
        #expect(results.last?.failure?.localizedDescription.isEmpty == false)
    }

    // Rule 35.
    @Test func `a payment has one answer`() {
        let results = shop.buy()
        let batches = shop.complete()
        shop.deliver(TestTransaction.make())
        shop.deliver(TestTransaction.make())
        #expect(results.count == 1)
        #expect(batches.count == 1)
    }

    // Rule 45: callbacks come on the callback queue and never within the call of StoreKit.
    @Test func `nothing is called while StoreKit calls the observer`() {
        let results = shop.buy()
        shop.queue.update(TestTransaction.make())
        #expect(results.count == 0)
        #expect(shop.queue.finished.count == 0)
        shop.turns.run()
        #expect(results.count == 1)
    }

    // Rule 45.
    @Test func `a callback may buy again`() {
        let results = Recorder<PurchaseResult>()
        shop.coordinator.purchase(TestProduct.make("a"), options: PaymentOptions()) { [shop] in
            results.record($0)
            shop.coordinator.purchase(TestProduct.make("b"), options: PaymentOptions()) {
                results.record($0)
            }
        }
        shop.deliver(TestTransaction.make("a"))
        shop.deliver(TestTransaction.make("b"))
        #expect(results.all.map { $0.success?.productId } == ["a", "b"])
    }
}
