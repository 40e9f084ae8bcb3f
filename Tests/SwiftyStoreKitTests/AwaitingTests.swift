import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct AwaitingTests {
    private let shop = Shop.make(callbacks: .serial())

    private func next(_ event: String) async {
        for await happened in shop.queue.events where happened == event { return }
    }

    private func buying(
        _ options: PaymentOptions = PaymentOptions()
    ) -> Task<PurchaseOutcome, any Error> {
        Task { [shop] in try await shop.coordinator.purchase(TestProduct.make(), options: options) }
    }

    @Test func `an awaited look-up answers with products`() async throws {
        let shop = Shop.make(callbacks: .serial(), answering: { $0.answerAll() })
        let results = try await shop.coordinator.retrieveProductsInfo(["coins"])
        #expect(results.productIds == ["coins"])
    }

    @Test func `an awaited look-up throws StoreKit's error`() async {
        let shop = Shop.make(callbacks: .serial(), answering: { $0.fail(URLError(.timedOut)) })
        await #expect(throws: URLError.self) {
            try await shop.coordinator.retrieveProductsInfo(["coins"])
        }
    }

    @Test func `an awaited purchase is bought`() async throws {
        shop.queue.onAdd = { queue, payment in queue.update(TestTransaction.make(payment)) }
        guard case .purchased(let purchase) = try await buying().value else {
            Issue.record("not bought")
            return
        }
        #expect(purchase.productId == "coins")
    }

    @Test func `an awaited purchase by identifier is bought`() async throws {
        let shop = Shop.make(callbacks: .serial(), answering: { $0.answerAll() })
        shop.queue.onAdd = { queue, payment in queue.update(TestTransaction.make(payment)) }
        let outcome = try await shop.coordinator.purchase(
            productId: "coins",
            options: PaymentOptions()
        )
        guard case .purchased(let purchase) = outcome else {
            Issue.record("not bought")
            return
        }
        #expect(purchase.productId == "coins")
    }

    @Test func `an awaited purchase throws the failure`() async {
        shop.queue.onAdd = { queue, payment in
            queue.update(
                TestTransaction.make(payment, state: .failed, error: SKError(.paymentCancelled))
            )
        }
        await #expect { try await buying().value } throws: {
            ($0 as? SKError)?.code == .paymentCancelled
        }
    }

    // Q27: waiting is a value, and what follows comes like any purchase outside of a call.
    @Test func `an awaited purchase that must wait is deferred and approved elsewhere`()
        async throws
    {
        let transaction = TestTransaction.make(state: .deferred)
        shop.queue.onAdd = { queue, _ in queue.update(transaction) }
        guard case .deferred(let purchase) = try await buying().value else {
            Issue.record("not deferred")
            return
        }
        #expect(!purchase.needsFinishTransaction)
        let updates = shop.coordinator.purchaseUpdates()
        shop.queue.update(transaction.becomes(.purchased))
        var iterator = updates.makeAsyncIterator()
        #expect(await iterator.next()?.transaction as? TestTransaction === transaction)
    }

    @Test func `a cancelled wait leaves the payment to the complete handler`() async throws {
        let task = buying()
        await next("payment")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let updates = shop.coordinator.purchaseUpdates()
        shop.queue.update(TestTransaction.make(try #require(shop.queue.payments.last)))
        var iterator = updates.makeAsyncIterator()
        #expect(await iterator.next()?.productId == "coins")
    }

    @Test func `a wait that is cancelled during the look-up buys nothing`() async throws {
        let asked = AsyncStream<ProductsRequestSpy>.makeStream()
        let shop = Shop.make(callbacks: .serial(), answering: { asked.continuation.yield($0) })
        let task = Task {
            try await shop.coordinator.purchase(productId: "coins", options: PaymentOptions())
        }
        var requests = asked.stream.makeAsyncIterator()
        let request = try #require(await requests.next())
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(request.cancelCount == 1)
        #expect(shop.queue.payments.count == 0)
    }

    @Test func `a task cancelled before it begins asks for nothing`() async {
        let task = Task { [shop] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await shop.coordinator.purchase(
                TestProduct.make(),
                options: PaymentOptions()
            )
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(shop.queue.payments.count == 0)
    }

    @Test func `cancelling one awaited look-up leaves the other`() async throws {
        let asked = AsyncStream<ProductsRequestSpy>.makeStream()
        let shop = Shop.make(callbacks: .serial(), answering: { asked.continuation.yield($0) })
        let other = Recorder<RetrieveResults>()
        shop.coordinator.retrieveProductsInfo(["coins"]) { other.record($0) }
        let task = Task { try await shop.coordinator.retrieveProductsInfo(["coins"]) }
        var requests = asked.stream.makeAsyncIterator()
        let request = try #require(await requests.next())
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        request.answerAll()
        #expect(request.cancelCount == 0)
    }

    @Test func `an awaited restore answers with what was restored`() async throws {
        let task = Task { [shop] in
            try await shop.coordinator.restorePurchases(atomically: true, applicationUsername: "")
        }
        await next("restore")
        shop.queue.update(TestTransaction.make(state: .restored))
        shop.queue.finishRestore()
        #expect(try await task.value.productIds == ["coins"])
    }

    // Q12: a restore that StoreKit never ends does not block the next.
    @Test func `a restore nobody waits for any more hands over and makes room`() async throws {
        let task = Task { [shop] in
            try await shop.coordinator.restorePurchases(atomically: true, applicationUsername: "")
        }
        await next("restore")
        let batches = shop.complete()
        shop.queue.update(TestTransaction.make(state: .restored))
        let waiting = shop.restore(username: "ann")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await next("restore")
        #expect(shop.queue.restores.all == [nil, "ann"])
        #expect(batches.all.map { $0.map(\.productId) } == [["coins"]])
        #expect(waiting.count == 0)
    }

    @Test func `a restore nobody waits for any more goes to the stream`() async throws {
        let task = Task { [shop] in
            try await shop.coordinator.restorePurchases(atomically: true, applicationUsername: "")
        }
        await next("restore")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let updates = shop.coordinator.purchaseUpdates()
        shop.queue.update(TestTransaction.make(state: .restored))
        shop.queue.finishRestore()
        var iterator = updates.makeAsyncIterator()
        let purchase = try #require(await iterator.next())
        #expect(purchase.needsFinishTransaction)
        #expect(shop.queue.finished.count == 0)
    }
}

extension CallbackQueue {
    /// A queue that runs its turns on a serial queue of its own.
    static func serial() -> CallbackQueue {
        let queue = DispatchQueue(label: "callbacks")
        return CallbackQueue { queue.async(execute: $0) }
    }
}

extension Shop {
    /// A shop whose requests are answered as soon as they are started.
    static func make(
        callbacks: CallbackQueue,
        answering answer: @escaping @Sendable (ProductsRequestSpy) -> Void
    ) -> Shop {
        make(callbacks: callbacks, onRequest: answer)
    }
}
