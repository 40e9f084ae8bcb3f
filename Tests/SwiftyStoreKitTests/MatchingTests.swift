import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

/// Which payment a transaction belongs to.
@Suite struct MatchingTests {
    private let app = TestApp.make()

    @Test func `a transaction that was seen to begin belongs to its payment whatever its date`() {
        let results = app.buy()
        let transaction = TestTransaction.make(state: .purchasing, date: .distantPast)
        app.deliver(transaction)
        app.deliver(transaction.becomes(.purchased))
        #expect(results.last?.success?.transaction as? TestTransaction === transaction)
    }

    @Test func `two payments end each with its own transaction`() throws {
        let (first, second) = (app.buy(), app.buy())
        let one = TestTransaction.make(state: .purchasing)
        let two = TestTransaction.make(state: .purchasing)
        app.deliver(one, two)
        app.deliver(two.becomes(.purchased), one.becomes(.failed))
        #expect(first.last?.failure != nil)
        #expect(second.last?.success?.transaction as? TestTransaction === two)
    }

    @Test func `a transaction already in the queue is not the payment's`() {
        let batches = app.complete()
        let old = TestTransaction.make(date: nil)
        app.queue.hold([old])
        let results = app.buy()
        app.deliver(old)
        #expect(results.count == 0)
        #expect(batches.count == 1)
    }

    @Test func `one that was being paid in the queue before does not bind either`() {
        let old = TestTransaction.make(state: .purchasing)
        app.queue.hold([old])
        let results = app.buy()
        app.deliver(old)
        app.deliver(old.becomes(.purchased))
        #expect(results.count == 0)
    }

    @Test(arguments: [(-301, false), (-300, true), (0, true), (1e9, true)] as [(Double, Bool)])
    func `an unseen transaction must not be older than the payment`(age: Double, matches: Bool) {
        let results = app.buy()
        app.deliver(TestTransaction.make(date: TestClock.start.addingTimeInterval(age)))
        #expect(results.count == (matches ? 1 : 0))
    }

    @Test func `an unseen transaction without a date may be the payment's`() {
        let results = app.buy()
        app.deliver(TestTransaction.make(date: nil))
        #expect(results.count == 1)
    }

    @Test(arguments: ["product", "user", "quantity", "discount"])
    func `payments that differ do not share transactions`(difference: String) {
        let results = app.buy(options: PaymentOptions(quantity: 2, applicationUsername: "ann"))
        let payment = SKMutablePayment(
            product: TestProduct.make(difference == "product" ? "gems" : "coins")
        )
        payment.quantity = difference == "quantity" ? 1 : 2
        payment.applicationUsername = difference == "user" ? "bob" : "ann"
        if difference == "discount" {
            payment.paymentDiscount = SKPaymentDiscount(
                identifier: "half",
                keyIdentifier: "",
                nonce: UUID(),
                signature: "",
                timestamp: 1
            )
        }
        app.deliver(TestTransaction.make(payment))
        #expect(results.count == 0)
    }

    @Test func `an empty user name and none are the same`() {
        let results = app.buy()
        let payment = SKMutablePayment(product: TestProduct.make())
        payment.applicationUsername = ""
        app.deliver(TestTransaction.make(payment))
        #expect(results.count == 1)
    }

    @Test func `a bound payment waits for its own transaction while the queue holds it`() {
        let batches = app.complete()
        let results = app.buy()
        app.deliver(TestTransaction.make(state: .purchasing))
        app.deliver(TestTransaction.make())
        #expect(results.count == 0)
        #expect(batches.count == 1)
    }

    @Test func `a payment whose transaction left the queue unreported takes another like it`() {
        let results = app.buy()
        let lost = TestTransaction.make(state: .purchasing)
        app.deliver(lost)
        app.queue.hold([])
        let other = TestTransaction.make()
        app.deliver(other)
        #expect(results.last?.success?.transaction as? TestTransaction === other)
    }

    @Test(arguments: [(-301, false), (-300, true)] as [(Double, Bool)])
    func `what takes the place of a lost transaction must not be older than the payment`(
        age: Double,
        matches: Bool
    ) {
        let batches = app.complete()
        let results = app.buy()
        app.deliver(TestTransaction.make(state: .purchasing))
        app.queue.hold([])
        app.deliver(TestTransaction.make(date: TestClock.start.addingTimeInterval(age)))
        #expect(results.count == (matches ? 1 : 0))
        #expect(batches.count == (matches ? 0 : 1))
    }

    // For example when another test session took over.
    @Test(arguments: [SKPaymentTransactionState.purchasing, .deferred])
    func `a payment whose transaction was removed ends with an error`(
        state: SKPaymentTransactionState
    ) {
        let batches = app.complete()
        let results = app.buy()
        let lost = TestTransaction.make(state: .purchasing)
        app.deliver(lost)
        app.deliver(lost.becomes(state))
        app.queue.remove(lost)
        app.turns.run()
        #expect(results.all.map { $0.failure?.code } == [.unknown])
        #expect(app.queue.finished.count == 0)
        app.deliver(TestTransaction.make())
        #expect(results.count == 1)
        #expect(batches.count == 1)
    }

    @Test func `a removed transaction has the reason why its payment failed`() {
        let results = app.buy()
        let lost = TestTransaction.make(state: .purchasing)
        app.deliver(lost)
        app.queue.remove(lost.becomes(.failed, error: SKError(.paymentInvalid)))
        app.turns.run()
        #expect(results.all.map { $0.failure?.code } == [.paymentInvalid])
    }

    // A charged payment must not be reported as an error.
    @Test func `a payment whose transaction was removed after it was paid is a success`() {
        let results = app.buy()
        let transaction = TestTransaction.make(state: .purchasing)
        app.deliver(transaction)
        app.queue.remove(transaction.becomes(.purchased))
        app.turns.run()
        #expect(results.all.map { $0.success?.productId } == ["coins"])
    }

    // Apple's StoreKit has sent such transactions against its own headers.
    @Test(arguments: [SKPaymentTransactionState.purchasing, .purchased, .failed, .restored])
    func `a transaction without a product belongs to nobody and stays`(
        state: SKPaymentTransactionState
    ) {
        let messages = Recorder<String>()
        let log = Log()
        log.logger = { level, text in messages.record("\(level.rawValue): \(text)") }
        let app = TestApp.make(log: log)
        let batches = app.complete()
        let restored = app.restore()
        let results = Recorder<PurchaseResult>()
        let payment = SKMutablePayment()
        app.coordinator.purchase(.product(TestProduct.make("")), options: PaymentOptions()) {
            results.record($0)
        }
        app.deliver(TestTransaction.make(payment, state: state))
        app.queue.finishRestore()
        app.turns.run()
        #expect(results.count == 0 && batches.count == 0 && app.queue.finished.count == 0)
        #expect(restored.last?.productIds == [])
        #expect(messages.all.contains { $0.hasPrefix("warning: StoreKit reported a transaction") })
    }

    // Such a transaction must not end a purchase that was never paid.
    @Test func `what a running restore brings does not end a payment`() {
        let restored = app.restore()
        let results = app.buy()
        app.deliver(TestTransaction.make(state: .restored))
        app.queue.finishRestore()
        app.turns.run()
        #expect(results.count == 0)
        #expect(restored.last?.productIds == ["coins"])
    }

    @Test func `a bound payment is ended even while a restore runs`() {
        let results = app.buy()
        let transaction = TestTransaction.make(state: .purchasing)
        app.deliver(transaction)
        _ = app.restore()
        app.deliver(transaction.becomes(.restored))
        #expect(results.last?.success != nil)
    }

    @Test func `an unseen restored transaction ends a payment when nothing restores`() {
        let results = app.buy()
        app.deliver(TestTransaction.make(state: .restored))
        #expect(results.last?.success != nil)
    }

    @Test func `payments end in the order of the batch`() {
        let order = Recorder<String>()
        for id in ["a", "b"] {
            app.coordinator.purchase(.product(TestProduct.make(id)), options: PaymentOptions()) {
                order.record($0.success?.productId ?? "")
            }
        }
        app.deliver(TestTransaction.make("b"), TestTransaction.make("a"))
        #expect(order.all == ["b", "a"])
    }

    @Test func `a batch goes to payment, restore and complete in turn`() {
        let batches = app.complete()
        let results = app.buy("mine")
        let restored = app.restore()
        app.deliver(
            TestTransaction.make("other"),
            TestTransaction.make("old", state: .restored),
            TestTransaction.make("mine")
        )
        app.queue.finishRestore()
        app.turns.run()
        #expect(results.last?.success?.productId == "mine")
        #expect(restored.last?.productIds == ["old"])
        #expect(batches.all.map { $0.map(\.productId) } == [["other"]])
    }
}
