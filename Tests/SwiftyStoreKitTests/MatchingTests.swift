import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

/// Rule 29 and Q1: which payment a transaction belongs to.
@Suite struct MatchingTests {
    private let shop = Shop.make()

    @Test func `a transaction that was seen to begin belongs to its payment whatever its date`() {
        let results = shop.buy()
        let transaction = TestTransaction.make(state: .purchasing, date: .distantPast)
        shop.deliver(transaction)
        shop.deliver(transaction.becomes(.purchased))
        #expect(results.last?.success?.transaction as? TestTransaction === transaction)
    }

    @Test func `two payments end each with its own transaction`() throws {
        let (first, second) = (shop.buy(), shop.buy())
        let one = TestTransaction.make(state: .purchasing)
        let two = TestTransaction.make(state: .purchasing)
        shop.deliver(one, two)
        shop.deliver(two.becomes(.purchased), one.becomes(.failed))
        #expect(first.last?.failure != nil)
        #expect(second.last?.success?.transaction as? TestTransaction === two)
    }

    @Test func `a transaction already in the queue is not the payment's`() {
        let batches = shop.complete()
        let old = TestTransaction.make(date: nil)
        shop.queue.hold([old])
        let results = shop.buy()
        shop.deliver(old)
        #expect(results.count == 0)
        #expect(batches.count == 1)
    }

    @Test func `one that was being paid in the queue before does not bind either`() {
        let old = TestTransaction.make(state: .purchasing)
        shop.queue.hold([old])
        let results = shop.buy()
        shop.deliver(old)
        shop.deliver(old.becomes(.purchased))
        #expect(results.count == 0)
    }

    @Test(arguments: [(-301, false), (-300, true), (0, true), (1e9, true)] as [(Double, Bool)])
    func `an unseen transaction must not be older than the payment`(age: Double, matches: Bool) {
        let results = shop.buy()
        shop.deliver(TestTransaction.make(date: TestClock.start.addingTimeInterval(age)))
        #expect(results.count == (matches ? 1 : 0))
    }

    @Test func `an unseen transaction without a date may be the payment's`() {
        let results = shop.buy()
        shop.deliver(TestTransaction.make(date: nil))
        #expect(results.count == 1)
    }

    @Test(arguments: ["product", "user", "quantity", "discount"])
    func `payments that differ do not share transactions`(difference: String) {
        let results = shop.buy(options: PaymentOptions(quantity: 2, applicationUsername: "ann"))
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
        shop.deliver(TestTransaction.make(payment))
        #expect(results.count == 0)
    }

    @Test func `an empty user name and none are the same`() {
        let results = shop.buy()
        let payment = SKMutablePayment(product: TestProduct.make())
        payment.applicationUsername = ""
        shop.deliver(TestTransaction.make(payment))
        #expect(results.count == 1)
    }

    @Test func `a bound payment waits for its own transaction while the queue holds it`() {
        let batches = shop.complete()
        let results = shop.buy()
        shop.deliver(TestTransaction.make(state: .purchasing))
        shop.deliver(TestTransaction.make())
        #expect(results.count == 0)
        #expect(batches.count == 1)
    }

    @Test func `a payment whose transaction left the queue unsaid takes another like it`() {
        let results = shop.buy()
        let lost = TestTransaction.make(state: .purchasing)
        shop.deliver(lost)
        shop.queue.hold([])
        let other = TestTransaction.make()
        shop.deliver(other)
        #expect(results.last?.success?.transaction as? TestTransaction === other)
    }

    // For example when another test session took over.
    @Test(arguments: [SKPaymentTransactionState.purchasing, .deferred])
    func `a payment whose transaction was removed ends with an error`(
        state: SKPaymentTransactionState
    ) {
        let batches = shop.complete()
        let results = shop.buy()
        let lost = TestTransaction.make(state: .purchasing)
        shop.deliver(lost)
        shop.deliver(lost.becomes(state))
        shop.queue.remove(lost)
        shop.turns.run()
        #expect(results.all.map { $0.failure?.code } == [.unknown])
        #expect(shop.queue.finished.count == 0)
        shop.deliver(TestTransaction.make())
        #expect(results.count == 1)
        #expect(batches.count == 1)
    }

    @Test func `a removed transaction says by itself why its payment failed`() {
        let results = shop.buy()
        let lost = TestTransaction.make(state: .purchasing)
        shop.deliver(lost)
        shop.queue.remove(lost.becomes(.failed, error: SKError(.paymentInvalid)))
        shop.turns.run()
        #expect(results.all.map { $0.failure?.code } == [.paymentInvalid])
    }

    // What was charged must not be told as an error.
    @Test func `a payment whose transaction was removed after it was paid is a success`() {
        let results = shop.buy()
        let transaction = TestTransaction.make(state: .purchasing)
        shop.deliver(transaction)
        shop.queue.remove(transaction.becomes(.purchased))
        shop.turns.run()
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
        let shop = Shop.make(log: log)
        let batches = shop.complete()
        let restored = shop.restore()
        let results = Recorder<PurchaseResult>()
        let payment = SKMutablePayment()
        shop.coordinator.purchase(TestProduct.make(""), options: PaymentOptions()) {
            results.record($0)
        }
        shop.deliver(TestTransaction.make(payment, state: state))
        shop.queue.finishRestore()
        shop.turns.run()
        #expect(results.count == 0 && batches.count == 0 && shop.queue.finished.count == 0)
        #expect(restored.last?.productIds == [])
        #expect(messages.all.contains { $0.hasPrefix("warning: StoreKit told of a transaction") })
    }

    // Q1: restored transactions completed purchases that were never paid.
    @Test func `what a running restore brings does not end a payment`() {
        let restored = shop.restore()
        let results = shop.buy()
        shop.deliver(TestTransaction.make(state: .restored))
        shop.queue.finishRestore()
        shop.turns.run()
        #expect(results.count == 0)
        #expect(restored.last?.productIds == ["coins"])
    }

    @Test func `a bound payment is ended even while a restore runs`() {
        let results = shop.buy()
        let transaction = TestTransaction.make(state: .purchasing)
        shop.deliver(transaction)
        _ = shop.restore()
        shop.deliver(transaction.becomes(.restored))
        #expect(results.last?.success != nil)
    }

    @Test func `an unseen restored transaction ends a payment when nothing restores`() {
        let results = shop.buy()
        shop.deliver(TestTransaction.make(state: .restored))
        #expect(results.last?.success != nil)
    }

    // Rule 44.
    @Test func `payments are told in the order of the batch`() {
        let order = Recorder<String>()
        for id in ["a", "b"] {
            shop.coordinator.purchase(TestProduct.make(id), options: PaymentOptions()) {
                order.record($0.success?.productId ?? "")
            }
        }
        shop.deliver(TestTransaction.make("b"), TestTransaction.make("a"))
        #expect(order.all == ["b", "a"])
    }

    // Rules 34 and 43.
    @Test func `a batch is told to payment, restore and complete in turn`() {
        let batches = shop.complete()
        let results = shop.buy("mine")
        let restored = shop.restore()
        shop.deliver(
            TestTransaction.make("other"),
            TestTransaction.make("old", state: .restored),
            TestTransaction.make("mine")
        )
        shop.queue.finishRestore()
        shop.turns.run()
        #expect(results.last?.success?.productId == "mine")
        #expect(restored.last?.productIds == ["old"])
        #expect(batches.all.map { $0.map(\.productId) } == [["other"]])
    }
}
