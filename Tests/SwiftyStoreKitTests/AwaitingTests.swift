import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite struct AwaitingTests {
    private let app = TestApp.make(callbacks: .serial())

    private func next(_ event: String) async {
        for await happened in app.queue.events where happened == event { return }
    }

    private func buying(
        _ options: PaymentOptions = PaymentOptions()
    ) -> Task<PurchaseOutcome, any Error> {
        Task { [app] in
            try await app.coordinator.purchase(.product(TestProduct.make()), options: options)
        }
    }

    @Test func `an awaited look-up returns products`() async throws {
        let app = TestApp.make(callbacks: .serial(), onRequest: { $0.respondToAll() })
        let results = try await app.coordinator.retrieveProductsInfo(["coins"])
        #expect(results.productIds == ["coins"])
    }

    @Test func `an awaited look-up throws StoreKit's error`() async {
        let app = TestApp.make(callbacks: .serial(), onRequest: { $0.fail(URLError(.timedOut)) })
        await #expect(throws: URLError.self) {
            try await app.coordinator.retrieveProductsInfo(["coins"])
        }
    }

    @Test func `an awaited purchase is bought`() async throws {
        app.queue.onAdd = { queue, payment in queue.update(TestTransaction.make(payment)) }
        guard case .purchased(let purchase) = try await buying().value else {
            Issue.record("not bought")
            return
        }
        #expect(purchase.productId == "coins")
    }

    @Test func `an awaited purchase by identifier is bought`() async throws {
        let app = TestApp.make(callbacks: .serial(), onRequest: { $0.respondToAll() })
        app.queue.onAdd = { queue, payment in queue.update(TestTransaction.make(payment)) }
        let outcome = try await app.coordinator.purchase(
            .identifier("coins"),
            options: PaymentOptions()
        )
        guard case .purchased(let purchase) = outcome else {
            Issue.record("not bought")
            return
        }
        #expect(purchase.productId == "coins")
    }

    @Test func `an awaited purchase that has ended is released`() async throws {
        let callbacks = CallbackQueue.serial()
        let coordinator = try await purchase(callbacks)
        await withCheckedContinuation { turn in callbacks.enqueue { turn.resume() } }
        #expect(coordinator() == nil)
    }

    private func purchase(
        _ callbacks: CallbackQueue
    ) async throws -> @Sendable () -> PurchaseCoordinator? {
        let app = TestApp.make(callbacks: callbacks, onRequest: { $0.respondToAll() })
        app.queue.onAdd = { queue, payment in queue.update(TestTransaction.make(payment)) }
        _ = try await app.coordinator.purchase(.identifier("coins"), options: PaymentOptions())
        return { [weak coordinator = app.coordinator] in coordinator }
    }

    @Test func `an awaited purchase throws the failure`() async {
        app.queue.onAdd = { queue, payment in
            queue.update(
                TestTransaction.make(payment, state: .failed, error: SKError(.paymentCancelled))
            )
        }
        await #expect { try await buying().value } throws: {
            ($0 as? SKError)?.code == .paymentCancelled
        }
    }

    // Waiting is a value, and what follows comes like any purchase outside of a call.
    @Test func `an awaited purchase that must wait is deferred and approved elsewhere`()
        async throws
    {
        let transaction = TestTransaction.make(state: .deferred)
        app.queue.onAdd = { queue, _ in queue.update(transaction) }
        guard case .deferred(let purchase) = try await buying().value else {
            Issue.record("not deferred")
            return
        }
        #expect(!purchase.needsFinishTransaction)
        let updates = app.coordinator.purchaseUpdates()
        app.queue.update(transaction.becomes(.purchased))
        var iterator = updates.makeAsyncIterator()
        #expect(await iterator.next()?.transaction as? TestTransaction === transaction)
    }

    @Test func `a cancelled wait leaves the payment to the complete handler`() async throws {
        let task = buying()
        await next("payment")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let updates = app.coordinator.purchaseUpdates()
        app.queue.update(TestTransaction.make(try #require(app.queue.payments.last)))
        var iterator = updates.makeAsyncIterator()
        #expect(await iterator.next()?.productId == "coins")
    }

    @Test func `a wait that is cancelled during the look-up buys nothing`() async throws {
        let made = AsyncStream<ProductsRequestSpy>.makeStream()
        let app = TestApp.make(callbacks: .serial(), onRequest: { made.continuation.yield($0) })
        let task = Task {
            try await app.coordinator.purchase(.identifier("coins"), options: PaymentOptions())
        }
        var requests = made.stream.makeAsyncIterator()
        let request = try #require(await requests.next())
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(request.cancelCount == 1)
        #expect(app.queue.payments.count == 0)
    }

    @Test func `a task cancelled before it begins requests nothing`() async {
        let task = Task { [app] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await app.coordinator.purchase(
                .product(TestProduct.make()),
                options: PaymentOptions()
            )
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(app.queue.payments.count == 0)
    }

    @Test func `cancelling one awaited look-up leaves the other`() async throws {
        let made = AsyncStream<ProductsRequestSpy>.makeStream()
        let app = TestApp.make(callbacks: .serial(), onRequest: { made.continuation.yield($0) })
        let other = Recorder<RetrieveResults>()
        app.coordinator.retrieveProductsInfo(["coins"]) { other.record($0) }
        let task = Task { try await app.coordinator.retrieveProductsInfo(["coins"]) }
        var requests = made.stream.makeAsyncIterator()
        let request = try #require(await requests.next())
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        request.respondToAll()
        #expect(request.cancelCount == 0)
    }

    @Test func `an awaited restore returns what was restored`() async throws {
        let task = Task { [app] in
            try await app.coordinator.restorePurchases(atomically: true, applicationUsername: "")
        }
        await next("restore")
        app.queue.update(TestTransaction.make(state: .restored))
        app.queue.finishRestore()
        #expect(try await task.value.productIds == ["coins"])
    }

    // A restore that StoreKit never ends does not block the next.
    @Test func `a restore that nobody waits for any more is delivered and lets the next begin`()
        async throws
    {
        let task = Task { [app] in
            try await app.coordinator.restorePurchases(atomically: true, applicationUsername: "")
        }
        await next("restore")
        let batches = app.complete()
        app.queue.update(TestTransaction.make(state: .restored))
        let waiting = app.restore(username: "ann")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await next("restore")
        #expect(app.queue.restores.all == [nil, "ann"])
        #expect(batches.all.map { $0.map(\.productId) } == [["coins"]])
        #expect(waiting.count == 0)
    }

    @Test func `a restore nobody waits for any more goes to the stream`() async throws {
        let task = Task { [app] in
            try await app.coordinator.restorePurchases(atomically: true, applicationUsername: "")
        }
        await next("restore")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let updates = app.coordinator.purchaseUpdates()
        app.queue.update(TestTransaction.make(state: .restored))
        app.queue.finishRestore()
        var iterator = updates.makeAsyncIterator()
        let purchase = try #require(await iterator.next())
        #expect(purchase.needsFinishTransaction)
        #expect(app.queue.finished.count == 0)
    }
}

extension CallbackQueue {
    /// A queue that runs its turns on a serial queue of its own.
    static func serial() -> CallbackQueue {
        let queue = DispatchQueue(label: "callbacks")
        return CallbackQueue { queue.async(execute: $0) }
    }
}
