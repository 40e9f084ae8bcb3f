import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

@Suite(
    "Transaction updates",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct UpdateTests {
    private var session: SKTestSession {
        get throws { try SKTestSession.current }
    }

    @Test("Nothing bought after an iteration began is missed, by any number of iterations")
    func interleavings() async throws {
        let session = try session
        let count = 40
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<count {
                    try session.buyProduct(productIdentifier: SampleProducts.hints)
                    await Task.yield()
                }
            }
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<(number * 3) { await Task.yield() }
                    var updates = Transaction.updates.makeAsyncIterator()
                    var seen: Set<UInt64> = []
                    while seen.count < count, let update = await updates.next() {
                        seen.insert(try update.payloadValue.id)
                    }
                    #expect(seen.count == count)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("A slow reader gets the newest state of a transaction alone")
    func coalescing() async throws {
        let session = try session
        var updates = Transaction.updates.makeAsyncIterator()
        let bought = try session.bought(SampleProducts.colours)
        try session.refundTransaction(identifier: bought.identifier)
        await session.deliveries()
        let update = try #require(await updates.next()).payloadValue
        #expect(update.id == UInt64(bought.identifier))
        #expect(update.revocationDate == .opening)
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        #expect(try await updates.next()?.payloadValue.productID == SampleProducts.hints)
    }

    @Test("What is unfinished and refunded comes once to who waits as a store comes into use")
    func unfinishedAndRefunded() async throws {
        let store = try Store.sample()
        try store.refunds.refund(try store.payWithoutFinishing(SampleProducts.colours).id)
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let reader = Task {
            var updates = Transaction.updates.makeAsyncIterator()
            begin.yield()
            return [
                try await updates.verified().productID, try await updates.verified().productID,
            ]
        }
        for await _ in begun { break }
        // By now the reader probably waits; if not, the test passes in any case.
        for _ in 0..<100 { await Task.yield() }
        let newer = SKTestSession(store)
        await newer.deliveries()
        try newer.buyProduct(productIdentifier: SampleProducts.hints)
        #expect(try await reader.value == [SampleProducts.colours, SampleProducts.hints])
    }

    @Test("What an iteration has not read of a former store hides nothing of the next")
    func unread() async throws {
        var updates = Transaction.updates.makeAsyncIterator()
        let session = try session
        let unread = try session.bought(SampleProducts.colours)
        await session.deliveries()
        let store = try Store.sample()
        let present = try store.payWithoutFinishing(SampleProducts.hints)
        #expect(present.id == LedgerEntry.ID(unread.identifier))
        let newer = SKTestSession(store)
        await newer.deliveries()
        try newer.buyProduct(productIdentifier: SampleProducts.pass)
        #expect(try await updates.verified().productID == SampleProducts.hints)
    }

    @Test("An own purchase in a former store hides nothing of the next")
    func ownPurchaseInFormerStore() async throws {
        let own = try #require(try await Product.buy(SampleProducts.hints).verification)
        let newer = try SKTestSession.make()
        let outside = try newer.bought(SampleProducts.colours)
        #expect(own.unsafePayloadValue.id == UInt64(outside.identifier))
        await newer.deliveries()
        var updates = Transaction.updates.makeAsyncIterator()
        try newer.buyProduct(productIdentifier: SampleProducts.pass)
        #expect(try await updates.verified().productID == SampleProducts.colours)
    }

    @Test("A later iteration gets what is unfinished, but for the app's own purchases")
    func unfinished() async throws {
        let session = try session
        let product = try #require(try await Product.products(for: [SampleProducts.hints]).first)
        _ = try await product.purchase()
        let outside = try session.bought(SampleProducts.colours)
        await session.deliveries()
        for _ in 0..<2 {
            var updates = Transaction.updates.makeAsyncIterator()
            let update = try #require(await updates.next()).payloadValue
            #expect(update.id == UInt64(outside.identifier))
        }
    }

    @Test("A payment of the queue is an own purchase although no iteration has begun")
    func paymentBeforeIteration() async throws {
        let recorder = QueueRecorder()
        SKPaymentQueue.default().add(recorder)
        SKPaymentQueue.default().add(.make(SampleProducts.hints))
        await recorder.receives(.updated(SampleProducts.hints, .purchased))
        try session.buyProduct(productIdentifier: SampleProducts.colours)
        try await session.deliveries()
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await updates.verified().productID == SampleProducts.colours)
    }

    @Test("At the next launch the app gets its unfinished purchase, once")
    func launch() async throws {
        let session = try session
        var updates = Transaction.updates.makeAsyncIterator()
        let product = try #require(try await Product.products(for: [SampleProducts.hints]).first)
        guard case .success(let bought) = try await product.purchase() else {
            Issue.record("It was not bought.")
            return
        }
        session.store.faults.crash()
        await session.deliveries()
        let first = try #require(await updates.next()).payloadValue
        #expect(first.id == bought.unsafePayloadValue.id)
        await first.finish()
        try session.buyProduct(productIdentifier: SampleProducts.colours)
        #expect(try await updates.next()?.payloadValue.productID == SampleProducts.colours)
    }

    @Test("A refund that the app was not told of arrives at the next launch, once")
    func revocation() async throws {
        let session = try session
        let bought = try session.bought(SampleProducts.colours)
        try session.store.finish([LedgerEntry.ID(bought.identifier)])
        try session.refundTransaction(identifier: bought.identifier)
        await session.deliveries()
        var updates = Transaction.updates.makeAsyncIterator()
        let refund = try #require(await updates.next()).payloadValue
        #expect(refund.revocationDate == .opening)
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        var later = Transaction.updates.makeAsyncIterator()
        #expect(try await later.next()?.payloadValue.productID == SampleProducts.hints)
    }

    @Test("Iterations and observers have each new storefront, also that of another store")
    func storefronts() async throws {
        let recorder = QueueRecorder()
        SKPaymentQueue.default().add(recorder)
        var storefronts = Storefront.updates.makeAsyncIterator()
        try session.storefront = "DEU"
        #expect(await storefronts.next()?.countryCode == "DEU")
        #expect(await recorder.receives(.storefrontChanged("DEU")))
        let other = try SKTestSession.make()
        #expect(await storefronts.next()?.countryCode == "USA")
        #expect(await recorder.receives(.storefrontChanged("USA")))
        withExtendedLifetime(other) {}
    }

    @Test("Each test has its own updates")
    func isolation() async throws {
        var updates = Transaction.updates.makeAsyncIterator()
        try await withStore(contentsOf: SampleProducts.file) { other in
            try other.buyProduct(productIdentifier: SampleProducts.colours)
            #expect(await Transaction.latest(for: SampleProducts.colours) != nil)
        }
        #expect(await Transaction.latest(for: SampleProducts.colours) == nil)
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        #expect(try await updates.next()?.payloadValue.productID == SampleProducts.hints)
    }
}
