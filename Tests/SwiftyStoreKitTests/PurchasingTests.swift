import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite struct PurchasingTests {
    private let app = TestApp.make()

    @Test func `a payment has the given options`() throws {
        _ = app.buy(
            options: PaymentOptions(
                quantity: 4,
                applicationUsername: "ann",
                simulatesAskToBuyInSandbox: true
            )
        )
        let payment = try #require(app.queue.payments.last)
        #expect(payment.productIdentifier == "coins")
        #expect(payment.quantity == 4)
        #expect(payment.applicationUsername == "ann")
        #expect(payment.simulatesAskToBuyInSandbox)
        #expect(payment.paymentDiscount == nil)
    }

    @Test func `an empty user name is none`() throws {
        _ = app.buy()
        #expect(try #require(app.queue.payments.last).applicationUsername == nil)
    }

    @Test func `the user name can be read from the purchase`() throws {
        let results = app.buy(options: PaymentOptions(applicationUsername: "ann"))
        app.deliver(TestTransaction.make(try #require(app.queue.payments.last)))
        #expect(results.last?.success?.applicationUsername == "ann")
    }

    // The payment is recorded before it is queued, so a result within the call is not lost.
    @Test func `a result that comes while the payment is being queued is delivered`() {
        app.queue.onAdd = { queue, payment in queue.update(TestTransaction.make(payment)) }
        let results = app.buy()
        #expect(results.count == 0)
        app.turns.run()
        #expect(results.last?.success?.productId == "coins")
    }

    @Test func `the store and not the library refuses payments that are not allowed`() {
        let results = app.buy()
        #expect(app.queue.payments.count == 1)
        app.deliver(TestTransaction.make(state: .failed, error: SKError(.paymentNotAllowed)))
        #expect(results.last?.failure?.code == .paymentNotAllowed)
    }

    @Test func `payments for one product are served first in, first out`() {
        let order = Recorder<Int>()
        for number in 1...3 {
            app.coordinator.purchase(.product(TestProduct.make()), options: PaymentOptions()) { _ in
                order.record(number)
            }
        }
        #expect(app.queue.payments.count == 3)
        app.deliver(TestTransaction.make(), TestTransaction.make())
        #expect(order.all == [1, 2])
        app.deliver(TestTransaction.make())
        #expect(order.all == [1, 2, 3])
    }

    @Test(arguments: [true, false])
    func `a success is delivered and then finished if atomic`(atomically: Bool) throws {
        let finishedBefore = Recorder<Int>()
        let results = Recorder<PurchaseResult>()
        let product = TestProduct.make()
        app.coordinator.purchase(.product(product), options: PaymentOptions(atomically: atomically))
        {
            [app] in
            results.record($0)
            finishedBefore.record(app.queue.finished.count)
        }
        let transaction = TestTransaction.make()
        app.deliver(transaction)
        let purchase = try #require(results.last?.success)
        #expect(purchase.product === product)
        #expect(purchase.transaction as? TestTransaction === transaction)
        #expect(purchase.needsFinishTransaction == !atomically)
        #expect(finishedBefore.all == [0])
        #expect(app.queue.finished.count == (atomically ? 1 : 0))
    }

    @Test func `the quantity comes from the transaction`() throws {
        let results = app.buy(options: PaymentOptions(quantity: 2))
        app.deliver(TestTransaction.make(try #require(app.queue.payments.last)))
        #expect(results.last?.success?.quantity == 2)
    }

    @Test func `a payment for something owned is a success`() {
        let results = app.buy()
        let transaction = TestTransaction.make(state: .purchasing)
        app.deliver(transaction)
        app.deliver(transaction.becomes(.restored))
        #expect(results.last?.success?.productId == "coins")
        #expect(app.queue.finished.count == 1)
    }

    @Test(arguments: [true, false])
    func `a failure is delivered and finished`(atomically: Bool) {
        let results = app.buy(options: PaymentOptions(atomically: atomically))
        app.deliver(TestTransaction.make(state: .failed, error: SKError(.paymentCancelled)))
        #expect(results.all.map { $0.failure?.code } == [.paymentCancelled])
        #expect(app.queue.finished.count == 1)
    }

    @Test func `a failure without a reason is unknown`() {
        let results = app.buy()
        app.deliver(TestTransaction.make(state: .failed))
        #expect(results.last?.failure?.code == .unknown)
        #expect(results.last?.failure?.localizedDescription.isEmpty == false)
    }

    @Test func `a payment has one result`() {
        let results = app.buy()
        let batches = app.complete()
        app.deliver(TestTransaction.make())
        app.deliver(TestTransaction.make())
        #expect(results.count == 1)
        #expect(batches.count == 1)
    }

    // Callbacks come on the callback queue and never within the call of StoreKit.
    @Test func `nothing is called while StoreKit calls the observer`() {
        let results = app.buy()
        app.queue.update(TestTransaction.make())
        #expect(results.count == 0)
        #expect(app.queue.finished.count == 0)
        app.turns.run()
        #expect(results.count == 1)
    }

    @Test func `a callback may buy again`() {
        let results = Recorder<PurchaseResult>()
        app.coordinator.purchase(.product(TestProduct.make("a")), options: PaymentOptions()) {
            [app] in
            results.record($0)
            app.coordinator.purchase(.product(TestProduct.make("b")), options: PaymentOptions()) {
                results.record($0)
            }
        }
        app.deliver(TestTransaction.make("a"))
        app.deliver(TestTransaction.make("b"))
        #expect(results.all.map { $0.success?.productId } == ["a", "b"])
    }
}
