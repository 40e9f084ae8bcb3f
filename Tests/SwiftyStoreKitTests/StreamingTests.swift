import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct StreamingTests {
    private let app = TestApp.make()

    private func first(_ count: Int, of stream: AsyncStream<Purchase>) async -> [Purchase] {
        var purchases: [Purchase] = []
        for await purchase in stream {
            purchases.append(purchase)
            if purchases.count == count { break }
        }
        return purchases
    }

    @Test func `every stream gets every purchase that comes outside of a call`() async {
        let streams = [app.coordinator.purchaseUpdates(), app.coordinator.purchaseUpdates()]
        app.deliver(TestTransaction.make("a"), TestTransaction.make("b"))
        for stream in streams {
            #expect(await first(2, of: stream).map(\.productId) == ["a", "b"])
        }
    }

    @Test func `purchases of a call do not come in the stream`() async {
        let stream = app.coordinator.purchaseUpdates()
        _ = app.buy("mine")
        app.deliver(TestTransaction.make("mine"), TestTransaction.make("other"))
        #expect(await first(1, of: stream).map(\.productId) == ["other"])
    }

    @Test func `without a handler the app must finish what the stream brings`() async {
        let stream = app.coordinator.purchaseUpdates()
        app.deliver(TestTransaction.make())
        #expect(await first(1, of: stream).map(\.needsFinishTransaction) == [true])
        #expect(app.queue.finished.count == 0)
    }

    @Test func `with a handler its atomicity counts`() async {
        let stream = app.coordinator.purchaseUpdates()
        let batches = app.complete()
        app.deliver(TestTransaction.make())
        #expect(await first(1, of: stream).map(\.needsFinishTransaction) == [false])
        #expect(batches.count == 1)
        #expect(app.queue.finished.count == 1)
    }

    @Test func `what came before goes to the first stream and not to the second`() async {
        app.deliver(TestTransaction.make("early"))
        let stream = app.coordinator.purchaseUpdates()
        let second = app.coordinator.purchaseUpdates()
        app.turns.run()
        app.deliver(TestTransaction.make("late"))
        #expect(await first(2, of: stream).map(\.productId) == ["early", "late"])
        #expect(await first(1, of: second).map(\.productId) == ["late"])
    }

    @Test func `when the last stream has ended purchases go to the backlog again`() async {
        do { _ = app.coordinator.purchaseUpdates() }
        app.deliver(TestTransaction.make())
        let batches = app.complete()
        app.turns.run()
        #expect(batches.count == 1)
    }

    @Test func `a stream ends with its task`() async {
        let stream = app.coordinator.purchaseUpdates()
        let task = Task {
            var count = 0
            for await _ in stream { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
    }
}
