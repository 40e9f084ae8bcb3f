import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

/// All suites that make sessions; each test has the store in use for itself.
@Suite("The store in use", .separateStore, .timeLimit(.minutes(10)))
enum StoreInUse {}

extension StoreInUse {
    @Suite("Sessions that take over")
    struct TakeoverTests {
        @Test("A test buys from its newest session")
        func newest() async throws {
            let first = try SKTestSession.make()
            let second = try SKTestSession.make()
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            queue.add(SKPayment.make(SampleProducts.hints))
            #expect(await recorder.receives(.updated(SampleProducts.hints, .purchased)))
            #expect(first.allTransactions().isEmpty)
            #expect(second.allTransactions().count == 1)
        }

        @Test("An observer receives the unfinished transactions of the session that takes over")
        func takingOver() async throws {
            let first = try SKTestSession.make()
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            _ = try first.bought(SampleProducts.hints)
            #expect(await recorder.receives(.updated(SampleProducts.hints, .purchased)))
            let second = try SKTestSession.make()
            _ = try second.bought(SampleProducts.pass)
            #expect(await recorder.receives(.updated(SampleProducts.pass, .purchased)))
            #expect(queue.transactions.map(\.payment.productIdentifier) == [SampleProducts.pass])
        }

        @Test("A handler of the next session gets nothing that waited in the one before")
        @MainActor
        func waiting() async throws {
            let first = try SKTestSession.make()
            // From its first call on, SwiftyStoreKit observes the queue.
            _ = SwiftyStoreKit.pendingTransactions
            let recorder = QueueRecorder()
            SKPaymentQueue.default().add(recorder)
            let bought = try first.bought(SampleProducts.monthly)
            #expect(await recorder.receives(.updated(SampleProducts.monthly, .purchased)))
            try first.refundTransaction(identifier: bought.identifier)
            #expect(await recorder.receives(.revoked([SampleProducts.monthly])))
            let second = try SKTestSession.make()
            let completed = Recorder<[String]>()
            let revoked = Recorder<[String]>()
            SwiftyStoreKit.completeTransactions { completed.record($0.map(\.productId)) }
            SwiftyStoreKit.onEntitlementRevocation { revoked.record($0) }
            let pass = try second.bought(SampleProducts.pass)
            #expect(await completed.first() == [SampleProducts.pass])
            try second.refundTransaction(identifier: pass.identifier)
            #expect(await revoked.first() == [SampleProducts.pass])
        }

        @Test("A session returns into use when the one that took over is closed")
        func returning() async throws {
            let first = try SKTestSession.make()
            try SKTestSession.make().close()
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            queue.add(SKPayment.make(SampleProducts.hints))
            #expect(await recorder.receives(.updated(SampleProducts.hints, .purchased)))
            #expect(first.allTransactions().count == 1)
        }

        @Test("A released session stays in use until another one takes over")
        func released() async throws {
            _ = try SKTestSession.make()
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            queue.add(SKPayment.make(SampleProducts.hints))
            #expect(await recorder.receives(.updated(SampleProducts.hints, .purchased)))
            let next = try SKTestSession.make()
            #expect(await recorder.receives(.removed(SampleProducts.hints)))
            queue.add(SKPayment.make(SampleProducts.pass))
            #expect(await recorder.receives(.updated(SampleProducts.pass, .purchased)))
            #expect(next.allTransactions().map(\.productIdentifier) == [SampleProducts.pass])
        }

        @Test("A released session stays in use even if an older one is retained")
        func releasedAboveRetained() async throws {
            let older = try SKTestSession.make()
            _ = try SKTestSession.make()
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            queue.add(SKPayment.make(SampleProducts.hints))
            #expect(await recorder.receives(.updated(SampleProducts.hints, .purchased)))
            #expect(older.allTransactions().isEmpty)
        }

        @Test("Releasing a session does not affect the one that took over")
        func replacing() async throws {
            var first: SKTestSession? = try .make()
            #expect(first?.allTransactions().isEmpty == true)
            let second = try SKTestSession.make()
            first = nil
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            queue.add(SKPayment.make(SampleProducts.hints))
            #expect(await recorder.receives(.updated(SampleProducts.hints, .purchased)))
            #expect(second.allTransactions().count == 1)
        }

        @Test("A purchase that was charged is returned although its session was closed meanwhile")
        func closing() async throws {
            let session = try SKTestSession.make()
            let product = try #require(
                try await Product.products(for: [SampleProducts.hints]).first
            )
            session.store.confirmationPolicy = .ask { [weak session] _ in
                session?.close()
                return true
            }
            #expect(try await product.purchase().verification != nil)
            #expect(session.allTransactions().count == 1)
        }

        @Test("Each session begins with an empty ledger")
        func freshness() throws {
            do { _ = try SKTestSession.make().bought(SampleProducts.hints) }
            #expect(try SKTestSession.make().allTransactions().isEmpty)
        }
    }
}
