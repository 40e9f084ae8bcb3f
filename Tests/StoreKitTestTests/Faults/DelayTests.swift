import AppReceipt
import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@Suite(
    "Faults that last",
    .store(contentsOf: SampleProducts.file, startingAt: .opening),
    .timeLimit(.minutes(10))
)
struct DelayTests {
    @Test(
        "What is slow arrives when the clock is advanced far enough, and not before",
        .faults(
            .at(.productRequest, .slow(seconds: 5)),
            .at(.receiptRefresh, .slow(seconds: 5)),
            .at(.verifyReceipt, .slow(seconds: 5), .nth(1))
        )
    )
    func answers() async throws {
        let session = try SKTestSession.current
        let arrived = Recorder<String>()
        SwiftyStoreKit.retrieveProductsInfo([SampleProducts.colours]) { _ in
            arrived.record("products")
        }
        SwiftyStoreKit.fetchReceipt(forceRefresh: true) { _ in arrived.record("receipt") }
        try session.buyProduct(productIdentifier: SampleProducts.colours)
        AppleReceiptValidator().validate(receiptData: try receipt(of: session)) { _ in
            arrived.record("response")
        }
        await session.waitForDelays(3)
        await session.advance(by: 4.9)
        #expect(arrived.all.isEmpty)
        await session.advance(by: 0.1)
        #expect(arrived.all.contains("products"))
        // These go on from there, to a file and to the other address.
        await arrived.wait { $0.count == 3 }
        #expect(Set(arrived.all) == ["products", "receipt", "response"])
    }

    private func receipt(of session: SKTestSession) throws -> Data {
        Data(try #require(try session.store.receipt()).bytes)
    }

    @Test(
        "Each stage of a purchase can be slow, and later payments overtake it",
        .faults(
            .at(.payment, .slow(seconds: 5), .nth(1)),
            .at(.confirmation, .slow(seconds: 7), .nth(2)),
            .at(.delivery, .slow(seconds: 3), .nth(2))
        )
    )
    func purchases() async throws {
        let session = try SKTestSession.current
        let ends = Recorder<String>()
        let products = try await ProductsLoader.products(
            SampleProducts.colours,
            SampleProducts.hints
        )
        let colours = try #require(
            products.first { $0.productIdentifier == SampleProducts.colours }
        )
        let hints = try #require(products.first { $0.productIdentifier == SampleProducts.hints })
        SwiftyStoreKit.purchaseProduct(colours) { _ in ends.record("colours") }
        await session.waitForDelays()
        SwiftyStoreKit.purchaseProduct(hints) { _ in ends.record("hints") }
        await ends.first()
        #expect(ends.all == ["hints"])
        #expect(session.allTransactions().map(\.productIdentifier) == [SampleProducts.hints])
        await session.advance(by: 5)
        await session.waitForDelays()
        #expect(session.allTransactions().count == 1)
        await session.advance(by: 7)
        #expect(session.allTransactions().count == 2)
        await session.waitForDelays()
        #expect(ends.all == ["hints"])
        await session.advance(by: 3)
        #expect(ends.all == ["hints", "colours"])
    }

    @Test("A payment that times out is not charged", .faults(.at(.payment, .timeout(seconds: 60))))
    func timeout() async throws {
        let session = try SKTestSession.current
        let purchase = Task {
            try await SwiftyStoreKit.purchaseProduct(SampleProducts.colours)
        }
        await session.waitForDelays()
        await session.advance(by: 60)
        await #expect(throws: SKError.self) { _ = try await purchase.value }
        #expect(session.allTransactions().isEmpty)
    }

    @Test("What waits when the test ends, ends with it")
    func ending() async throws {
        let results = Recorder<RetrieveResults>()
        try await StoreScope.runTest({ try SKTestSession.make() }) { session in
            session.faultPlan = try FaultPlan(
                seed: 0,
                rules: [.at(.productRequest, .slow(seconds: 5))]
            )
            SwiftyStoreKit.retrieveProductsInfo([SampleProducts.colours]) { results.record($0) }
            await session.waitForDelays()
        }
        #expect(await results.first()?.error != nil)
    }

    @Test(
        "A reordered transaction comes after the next one, or alone in time",
        .faults(.at(.delivery, .reorderedDelivery(seconds: 30), .first(2)))
    )
    func reordering() async throws {
        let session = try SKTestSession.current
        let recorder = QueueRecorder()
        SKPaymentQueue.default().add(recorder)
        // At a launch nothing goes wrong, so it has to be over.
        await session.advance(by: 0)
        try session.buyProduct(productIdentifier: SampleProducts.colours)
        await session.waitForDelays()
        await session.advance(by: 29)
        #expect(recorder.events.all.isEmpty)
        await session.advance(by: 1)
        #expect(recorder.events.all == [.updated(SampleProducts.colours, .purchased)])
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        await session.waitForDelays()
        try session.buyProduct(productIdentifier: SampleProducts.monthly)
        await recorder.receives(.updated(SampleProducts.hints, .purchased))
        #expect(
            recorder.events.all.dropFirst() == [
                .updated(SampleProducts.monthly, .purchased),
                .updated(SampleProducts.hints, .purchased),
            ]
        )
    }
}
