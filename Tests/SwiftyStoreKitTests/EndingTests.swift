import StoreKit
import Testing

@testable import SwiftyStoreKit

/// The end of a store, as after a test.
@Suite struct EndingTests {
    private let app = TestApp.make()

    private func end() {
        app.coordinator.end()
        app.turns.run()
    }

    @Test func `payments end with an error, once and in order`() {
        let order = Recorder<String>()
        for product in ["a", "b", "c"] {
            app.coordinator.purchase(.product(TestProduct.make(product)), options: PaymentOptions())
            {
                order.record("\(product) \($0.failure?.code == .unknown)")
            }
        }
        end()
        #expect(order.all == ["a true", "b true", "c true"])
        app.deliver(TestTransaction.make("a"))
        end()
        #expect(order.count == 3)
    }

    @Test func `restores end with an error, those that wait for others too`() {
        let (first, second) = (app.restore(), app.restore(atomically: false))
        end()
        for restore in [first, second] {
            #expect(restore.all.map { $0.restoreFailedPurchases.map(\.0.code) } == [[.unknown]])
        }
        #expect(app.queue.restores.count == 1)
    }

    @Test func `what waits for a handler is forgotten, and so is the handler`() {
        app.deliver(TestTransaction.make("a"))
        end()
        let batches = app.complete()
        app.turns.run()
        #expect(batches.count == 0)
        end()
        app.deliver(TestTransaction.make("b"))
        #expect(batches.count == 0)
    }

    @Test func `streams end, and later ones at once`() async {
        let before = app.coordinator.purchaseUpdates()
        end()
        for await _ in before {}
        for await _ in app.coordinator.purchaseUpdates() {}
    }

    @Test func `nothing of a client's is released under the lock`() {
        let releases = Recorder<Bool>()
        do {
            let owned = CallsWhenReleased(releases) { [coordinator = app.coordinator] in
                _ = coordinator.pendingTransactions
            }
            app.coordinator.completeTransactions(atomically: true) { _ in owned.touch() }
        }
        end()
        #expect(releases.all == [true])
    }
}
