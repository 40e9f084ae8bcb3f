import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@Suite(
    "Planned crashes of the app",
    .store(contentsOf: SampleProducts.file, startingAt: .opening),
    .timeLimit(.minutes(10))
)
struct PlannedCrashTests {
    @Test("An observer receives what is unfinished again, in another object")
    func observers() async throws {
        let session = try SKTestSession.current
        let recorder = QueueRecorder()
        SKPaymentQueue.default().add(recorder)
        SKPaymentQueue.default().add(.make(SampleProducts.colours))
        let delivery = QueueEvent.updated(SampleProducts.colours, .purchased)
        await recorder.receives(delivery)
        let first = try #require(recorder.transaction(of: SampleProducts.colours))
        session.relaunchApp()
        await recorder.events.wait { $0.filter { $0 == delivery }.count == 2 }
        let second = try #require(recorder.transaction(of: SampleProducts.colours))
        #expect(first !== second)
        #expect(SKPaymentQueue.default().transactions == [second])
        #expect(session.allTransactions().count == 1)
        SKPaymentQueue.default().finishTransaction(second)
        await recorder.receives(.removed(SampleProducts.colours))
        #expect(try session.store.unfinishedEntries().isEmpty)
    }

    @Test(
        "What was not delivered before a crash is delivered at the launch, once",
        .faults(.at(.delivery, .crash))
    )
    func deliveries() async throws {
        let session = try SKTestSession.current
        let recorder = QueueRecorder()
        SKPaymentQueue.default().add(recorder)
        SKPaymentQueue.default().add(.make(SampleProducts.colours))
        await recorder.receives(.updated(SampleProducts.colours, .purchased))
        await session.advance(by: 0)
        #expect(
            recorder.events.all == [
                .updated(SampleProducts.colours, .purchasing),
                .updated(SampleProducts.colours, .purchased),
            ]
        )
        #expect(session.faultLog.events(at: .delivery).count == 1)
    }

    @Test("Nothing in the memory of the app survives")
    func memory() async throws {
        let session = try SKTestSession.current
        let received = Recorder<String>()
        SwiftyStoreKit.completeTransactions { _ in received.record("handler of the first launch") }
        let products = try await SwiftyStoreKit.retrieveProductsInfo([SampleProducts.colours])
        session.relaunchApp()
        let later = try await SwiftyStoreKit.retrieveProductsInfo([SampleProducts.colours])
        #expect(products.retrievedProducts.first !== later.retrievedProducts.first)
        SwiftyStoreKit.completeTransactions { _ in received.record("handler of the second") }
        try session.buyProduct(productIdentifier: SampleProducts.colours)
        await received.first()
        #expect(received.all == ["handler of the second"])
    }

    @Test(
        "What waits at a crash ends with an error, and what waited to be paid is not charged",
        .faults(
            .at(.payment, .slow(seconds: 5)),
            .at(.productRequest, .slow(seconds: 5), .nth(1)),
            .at(.receiptRefresh, .slow(seconds: 5))
        )
    )
    func waiting() async throws {
        let session = try SKTestSession.current
        let ends = Recorder<String>()
        SwiftyStoreKit.retrieveProductsInfo([SampleProducts.hints]) {
            ends.record($0.error == nil ? "products" : "error")
        }
        await session.waitForDelays()
        SwiftyStoreKit.purchaseProduct(SampleProducts.colours) {
            ends.record($0.failure == nil ? "purchase" : "error")
        }
        SwiftyStoreKit.fetchReceipt(forceRefresh: true) {
            if case .error = $0 { ends.record("error") } else { ends.record("receipt") }
        }
        await session.waitForDelays(3)
        session.relaunchApp()
        await ends.wait { $0.count == 3 }
        #expect(ends.all == ["error", "error", "error"])
        await session.advance(by: 60)
        #expect(session.allTransactions().isEmpty)
        #expect(ends.all.count == 3)
    }

    @Test(
        "A crash after each commit delivers each purchase at the next launch, once",
        .faults(.at(.commit, .crash))
    )
    func commits() async throws {
        let session = try SKTestSession.current
        let completed = Recorder<String>()
        for number in 1...5 {
            SwiftyStoreKit.completeTransactions { $0.forEach { completed.record($0.productId) } }
            await #expect(throws: SKError.self) {
                _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.hints)
            }
            SwiftyStoreKit.completeTransactions { $0.forEach { completed.record($0.productId) } }
            await completed.wait { $0.count == number }
        }
        await session.deliveries()
        #expect(completed.all.count == 5)
        #expect(session.allTransactions().count == 5)
        #expect(try session.store.unfinishedEntries().isEmpty)
    }
}
