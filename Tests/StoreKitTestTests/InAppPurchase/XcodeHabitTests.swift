import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

@Suite(
    "Habits of Xcode 27's test environment",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening),
    .systemHabits(.xcode27)
)
struct XcodeHabitTests {
    private static let week: TimeInterval = 7 * 86_400

    private var session: SKTestSession {
        get throws { try SKTestSession.current }
    }

    @Test("The first launch gets no products by either API, and the second gets them")
    func products() async throws {
        let hints = SampleProducts.hints
        #expect(try await Product.products(for: [hints]).isEmpty)
        #expect(try await ProductsLoader.products(hints).isEmpty)
        try session.relaunchApp()
        #expect(try await Product.products(for: [hints]).count == 1)
        #expect(try await ProductsLoader.products(hints).count == 1)
    }

    @Test("A new storefront has no effect in either API, and other settings have theirs")
    func storefront() async throws {
        let session = try session
        let (recorder, queue) = (QueueRecorder(), SKPaymentQueue.default())
        queue.add(recorder)
        session.storefront = "DEU"
        try session.store.updateSettings {
            $0.storefront = "DEU"
            $0.localeIdentifier = "de_DE"
        }
        await session.deliveries()
        #expect(await Storefront.current?.countryCode == "USA")
        #expect(queue.storefront?.countryCode == "USA")
        #expect(recorder.events.all.isEmpty)
        #expect(session.locale.identifier == "de_DE")
        session.systemHabits = nil
        session.storefront = "DEU"
        #expect(await recorder.receives(.storefrontChanged("DEU")))
    }

    @Test("Queries follow the first purchase of a launch, and not its end")
    func queries() async throws {
        let session = try session
        session.relaunchApp()
        let hints = try #require(try await Product.buy(SampleProducts.hints).verification)
        #expect(await Transaction.unfinished.products == [SampleProducts.hints])
        await hints.unsafePayloadValue.finish()
        #expect(try session.store.unfinishedEntries().isEmpty)
        #expect(await Transaction.unfinished.products == [SampleProducts.hints])
        session.relaunchApp()
        #expect(await Transaction.unfinished.products.isEmpty)
    }

    @Test("Queries miss later purchases of a launch until they are finished")
    func laterPurchases() async throws {
        let session = try session
        session.relaunchApp()
        _ = try await Product.buy(SampleProducts.pass)
        let colours = try #require(try await Product.buy(SampleProducts.colours).verification)
        #expect(await Transaction.unfinished.products == [SampleProducts.pass])
        #expect(await Transaction.latest(for: SampleProducts.colours) == nil)
        await colours.unsafePayloadValue.finish()
        #expect(await Transaction.latest(for: SampleProducts.colours) != nil)
        _ = try await Product.buy(SampleProducts.weekly)
        #expect(try await Product.SubscriptionInfo.status(for: SKTestSession.group).isEmpty)
        session.relaunchApp()
        #expect(
            await Transaction.unfinished.products == [SampleProducts.weekly, SampleProducts.pass]
        )
        #expect(try await session.status.state == .subscribed)
    }

    @Test("Queries follow purchases outside of the app")
    func outsidePurchases() async throws {
        for _ in 1...2 {
            let hints = try await session.buyProduct(identifier: SampleProducts.hints)
            #expect(await Transaction.unfinished.products == [SampleProducts.hints])
            await hints.finish()
            #expect(await Transaction.unfinished.products.isEmpty)
        }
    }

    @Test("A simulated cancellation throws an unknown error, other failures their own")
    func cancellation() async throws {
        let session = try session
        session.relaunchApp()
        let product = try #require(try await Product.products(for: [SampleProducts.hints]).first)
        try await session.setSimulatedError(
            .generic(.userCancelled),
            forAPI: StoreKitPurchaseAPI.purchase
        )
        let error = await #expect(throws: StoreKitError.self) { try await product.purchase() }
        guard case .unknown = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
        await #expect(throws: Product.PurchaseError.self) { try await product.purchase() }
        try await session.setSimulatedError(nil, forAPI: StoreKitPurchaseAPI.purchase)
        session.failTransactionsEnabled = true
        session.failureError = .paymentCancelled
        #expect(try await product.purchase().isCancelled)
    }

    @Test("Clearing makes the customer eligible for introductory offers after half a minute")
    func eligibility() async throws {
        let session = try session
        let group = SKTestSession.group
        try session.buyProduct(productIdentifier: SampleProducts.monthly)
        #expect(await !Product.SubscriptionInfo.isEligibleForIntroOffer(for: group))
        session.clearTransactions()
        await session.advance(by: 29)
        #expect(await !Product.SubscriptionInfo.isEligibleForIntroOffer(for: group))
        await session.advance(by: 1)
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: group))
        session.clearTransactions()
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: group))
    }

    @Test("A renewal that the queue finished offline is delivered at the next launch again, once")
    func repeatedRenewal() async throws {
        let session = try session
        let recorder = QueueRecorder()
        SKPaymentQueue.default().add(recorder)
        let delivery = QueueEvent.updated(SampleProducts.weekly, .purchased)
        func finishDelivery(_ number: Int) async throws {
            await session.deliveries()
            try #require(recorder.events.all.filter { $0 == delivery }.count == number)
            let transaction = try #require(recorder.transaction(of: SampleProducts.weekly))
            SKPaymentQueue.default().finishTransaction(transaction)
            await session.deliveries()
        }
        try session.buyProduct(productIdentifier: SampleProducts.weekly)
        try await finishDelivery(1)
        await session.advance(by: Self.week)
        try await finishDelivery(2)
        session.faultPlan = try FaultPlan(seed: 0, rules: [.at(.productRequest, .networkDown)])
        await #expect(throws: (any Error).self) {
            try await ProductsLoader.products(SampleProducts.hints)
        }
        await session.advance(by: Self.week)
        try await finishDelivery(3)
        session.faultPlan = nil
        let renewal = recorder.transaction(of: SampleProducts.weekly)?.transactionIdentifier
        session.relaunchApp()
        try await finishDelivery(4)
        let repeated = recorder.transaction(of: SampleProducts.weekly)
        #expect(repeated?.transactionIdentifier == renewal)
        session.relaunchApp()
        await session.deliveries()
        #expect(recorder.events.all.filter { $0 == delivery }.count == 4)
    }
}
