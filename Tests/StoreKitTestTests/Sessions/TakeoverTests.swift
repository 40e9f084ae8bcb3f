import StoreKit
import StoreKitTest
import StoreTesting
import Testing

extension StoreInUse {
    @Suite("Sessions that take over")
    struct TakeoverTests {
        @Test("The newest session is the one that the process buys from")
        func newest() async throws {
            let first = try SKTestSession.make()
            let second = try SKTestSession.make()
            let (watcher, queue) = Watcher.ofStoreInUse()
            queue.add(SKPayment.make(Wares.hints))
            #expect(await watcher.hears(.updated(Wares.hints, .purchased)))
            #expect(first.allTransactions().isEmpty)
            #expect(second.allTransactions().count == 1)
        }

        @Test("An observer is told what is unfinished in the session that takes over")
        func takingOver() async throws {
            let first = try SKTestSession.make()
            let (watcher, queue) = Watcher.ofStoreInUse()
            _ = try first.bought(Wares.hints)
            #expect(await watcher.hears(.updated(Wares.hints, .purchased)))
            let second = try SKTestSession.make()
            _ = try second.bought(Wares.pass)
            #expect(await watcher.hears(.updated(Wares.pass, .purchased)))
            #expect(queue.transactions.map(\.payment.productIdentifier) == [Wares.pass])
        }

        @Test("A session is in use again when the one that took over is closed")
        func returning() async throws {
            let first = try SKTestSession.make()
            try SKTestSession.make().close()
            let (watcher, queue) = Watcher.ofStoreInUse()
            queue.add(SKPayment.make(Wares.hints))
            #expect(await watcher.hears(.updated(Wares.hints, .purchased)))
            #expect(first.allTransactions().count == 1)
        }

        @Test("A session that nobody keeps goes on until another one takes over")
        func unkept() async throws {
            _ = try SKTestSession.make()
            let (watcher, queue) = Watcher.ofStoreInUse()
            queue.add(SKPayment.make(Wares.hints))
            #expect(await watcher.hears(.updated(Wares.hints, .purchased)))
            let next = try SKTestSession.make()
            #expect(await watcher.hears(.removed(Wares.hints)))
            queue.add(SKPayment.make(Wares.pass))
            #expect(await watcher.hears(.updated(Wares.pass, .purchased)))
            #expect(next.allTransactions().map(\.productIdentifier) == [Wares.pass])
        }

        @Test("A session that nobody keeps goes on although an older one is kept")
        func unkeptAboveKept() async throws {
            let older = try SKTestSession.make()
            _ = try SKTestSession.make()
            let (watcher, queue) = Watcher.ofStoreInUse()
            queue.add(SKPayment.make(Wares.hints))
            #expect(await watcher.hears(.updated(Wares.hints, .purchased)))
            #expect(older.allTransactions().isEmpty)
        }

        @Test("A session that is gone leaves the one that took over in use")
        func replacing() async throws {
            var first: SKTestSession? = try .make()
            #expect(first?.allTransactions().isEmpty == true)
            let second = try SKTestSession.make()
            first = nil
            let (watcher, queue) = Watcher.ofStoreInUse()
            queue.add(SKPayment.make(Wares.hints))
            #expect(await watcher.hears(.updated(Wares.hints, .purchased)))
            #expect(second.allTransactions().count == 1)
        }

        @Test("Each session begins with an empty ledger")
        func freshness() throws {
            do { _ = try SKTestSession.make().bought(Wares.hints) }
            #expect(try SKTestSession.make().allTransactions().isEmpty)
        }
    }
}
