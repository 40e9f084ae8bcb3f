#if !os(watchOS)
import StoreKit
import SwiftyStoreKit
import Testing

@testable import SwiftyStoreKit

/// Rule 50.
@Suite struct StorePaymentTests {
    private let shop = Shop.make()
    private let product = TestProduct.make()

    @available(macOS 11, macCatalyst 14, *)
    @Test func `without a handler the answer is no`() {
        #expect(shop.queue.asksToAdd(SKPayment(product: product), for: product) == [false])
    }

    @available(macOS 11, macCatalyst 14, *)
    @Test(arguments: [true, false])
    func `the handler's answer is StoreKit's answer`(answer: Bool) {
        let asked = Recorder<(SKPayment, SKProduct)>()
        shop.coordinator.shouldAddStorePaymentHandler = { payment, product in
            asked.record((payment, product))
            return answer
        }
        let payment = SKPayment(product: product)
        #expect(shop.queue.asksToAdd(payment, for: product) == [answer])
        #expect(asked.last?.0 === payment)
        #expect(asked.last?.1 === product)
    }

    @available(macOS 11, macCatalyst 14, *)
    @Test func `the handler can be read and taken away`() {
        shop.coordinator.shouldAddStorePaymentHandler = { _, _ in true }
        #expect(shop.coordinator.shouldAddStorePaymentHandler?(SKPayment(), product) == true)
        shop.coordinator.shouldAddStorePaymentHandler = nil
        #expect(shop.coordinator.shouldAddStorePaymentHandler == nil)
        #expect(shop.queue.asksToAdd(SKPayment(product: product), for: product) == [false])
    }

    @Test func `a payment StoreKit adds arrives in the complete handler`() {
        let batches = shop.complete()
        let transaction = TestTransaction.make(state: .purchasing)
        shop.deliver(transaction)
        shop.deliver(transaction.becomes(.purchased))
        #expect(batches.last?.map(\.productId) == ["coins"])
    }

    @Test func `a payment that was put off can be submitted`() {
        let batches = shop.complete()
        let payment = SKPayment(product: product)
        shop.coordinator.add(payment)
        #expect(shop.queue.payments.last === payment)
        shop.deliver(TestTransaction.make(payment))
        #expect(batches.last?.map(\.productId) == ["coins"])
    }

    @Test func `a payment that was put off can tell how it ends`() {
        let batches = shop.complete()
        let results = Recorder<PurchaseResult>()
        let payment = SKPayment(product: product)
        shop.coordinator.submit(
            payment,
            for: product,
            atomically: true,
            answer: PaymentAnswer { results.record($0) }
        )
        shop.deliver(TestTransaction.make(payment))
        #expect(results.last?.success?.product === product)
        #expect(batches.count == 0)
    }
}
#endif
