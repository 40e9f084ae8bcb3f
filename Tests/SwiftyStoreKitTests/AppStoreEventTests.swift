import StoreKit
import Testing

@testable import SwiftyStoreKit

#if !os(watchOS)
/// The app decides whether a purchase that the customer begins on the App Store goes on.
@Suite struct StorePaymentTests {
    private let app = TestApp.make()
    private let product = TestProduct.make()

    @available(macOS 11, macCatalyst 14, *)
    @Test func `without a handler the purchase does not go on`() {
        #expect(app.queue.shouldAdd(SKPayment(product: product), for: product) == [false])
    }

    @available(macOS 11, macCatalyst 14, *)
    @Test(arguments: [true, false])
    func `what the handler returns is returned to StoreKit`(shouldAdd: Bool) {
        let calls = Recorder<(SKPayment, SKProduct)>()
        app.coordinator.shouldAddStorePaymentHandler = { payment, product in
            calls.record((payment, product))
            return shouldAdd
        }
        let payment = SKPayment(product: product)
        #expect(app.queue.shouldAdd(payment, for: product) == [shouldAdd])
        #expect(calls.last?.0 === payment)
        #expect(calls.last?.1 === product)
    }

    @available(macOS 11, macCatalyst 14, *)
    @Test func `the handler can be read and removed`() {
        app.coordinator.shouldAddStorePaymentHandler = { _, _ in true }
        #expect(app.coordinator.shouldAddStorePaymentHandler?(SKPayment(), product) == true)
        app.coordinator.shouldAddStorePaymentHandler = nil
        #expect(app.coordinator.shouldAddStorePaymentHandler == nil)
        #expect(app.queue.shouldAdd(SKPayment(product: product), for: product) == [false])
    }

    @Test func `a payment StoreKit adds arrives in the complete handler`() {
        let batches = app.complete()
        let transaction = TestTransaction.make(state: .purchasing)
        app.deliver(transaction)
        app.deliver(transaction.becomes(.purchased))
        #expect(batches.last?.map(\.productId) == ["coins"])
    }

    @Test func `a payment that was put off can be submitted`() {
        let batches = app.complete()
        let payment = SKPayment(product: product)
        app.coordinator.queue.add(payment)
        #expect(app.queue.payments.last === payment)
        app.deliver(TestTransaction.make(payment))
        #expect(batches.last?.map(\.productId) == ["coins"])
    }

    @Test func `a payment that was put off can report how it ends`() {
        let batches = app.complete()
        let results = Recorder<PurchaseResult>()
        let payment = SKPayment(product: product)
        app.coordinator.enqueue(
            payment,
            for: product,
            atomically: true,
            callbacks: PaymentCallbacks { results.record($0) }
        )
        app.deliver(TestTransaction.make(payment))
        #expect(results.last?.success?.product === product)
        #expect(batches.count == 0)
    }
}
#endif

#if !os(visionOS)
@Suite struct DownloadTests {
    private let app = TestApp.make()

    @Test func `calls for downloads reach the queue`() {
        let queue = app.coordinator.queue
        queue.start([SKDownload()])
        queue.pause([])
        queue.resume([])
        queue.cancel([SKDownload()])
        #expect(app.queue.downloadCalls.all == ["start 1", "pause 0", "resume 0", "cancel 1"])
    }

    @Test func `the handler gets each change on the callback queue`() {
        let counts = Recorder<Int>()
        app.coordinator.updatedDownloadsHandler = { counts.record($0.count) }
        app.queue.updateDownloads([SKDownload(), SKDownload()])
        app.queue.updateDownloads([])
        #expect(counts.count == 0)
        app.turns.run()
        #expect(counts.all == [2, 0])
    }

    @Test func `without a handler changes are dropped`() {
        let counts = Recorder<Int>()
        app.queue.updateDownloads([SKDownload()])
        app.coordinator.updatedDownloadsHandler = { counts.record($0.count) }
        app.turns.run()
        #expect(counts.count == 0)
        app.coordinator.updatedDownloadsHandler = nil
        #expect(app.coordinator.updatedDownloadsHandler == nil)
    }
}
#endif

/// The latest handler gets every revocation, also those that came before it.
@Suite struct RevocationTests {
    private let app = TestApp.make()

    private func handler() -> Recorder<[String]> {
        let revoked = Recorder<[String]>()
        app.coordinator.onEntitlementRevocation { revoked.record($0) }
        app.turns.run()
        return revoked
    }

    @available(iOS 14, macOS 11, tvOS 14, watchOS 7, macCatalyst 14, *)
    @Test func `the handler gets the product identifiers`() {
        let revoked = handler()
        app.queue.revoke(["a", "b"])
        #expect(revoked.count == 0)
        app.turns.run()
        #expect(revoked.all == [["a", "b"]])
    }

    @available(iOS 14, macOS 11, tvOS 14, watchOS 7, macCatalyst 14, *)
    @Test func `a later handler replaces the first`() {
        let (first, second) = (handler(), handler())
        app.queue.revoke(["a"])
        app.turns.run()
        #expect(first.count == 0)
        #expect(second.count == 1)
    }

    @available(iOS 14, macOS 11, tvOS 14, watchOS 7, macCatalyst 14, *)
    @Test func `what came before the handler is delivered in order and once`() {
        app.queue.revoke(["a"])
        app.queue.revoke(["b"])
        #expect(handler().all == [["a"], ["b"]])
        #expect(handler().all == [])
    }
}
