import Dispatch
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@Suite("What a session leaves behind", .timeLimit(.minutes(10)))
struct EndingTests {
    @Test("A purchase that is awaited when its test ends fails and is not charged")
    func awaiting() async throws {
        let (isAsked, mayGoOn) = (Recorder<Void>(), DispatchSemaphore(value: 0))
        let (purchase, store) = try await StoreScope.runTest({ try SKTestSession.make() }) {
            session in
            session.store.confirmationPolicy = .ask { _ in
                isAsked.record(())
                mayGoOn.wait()
                return false
            }
            let purchase = Task {
                try await SwiftyStoreKit.purchaseProduct(SampleProducts.colours)
            }
            await isAsked.first()
            return (purchase, session.store)
        }
        await #expect(throws: SKError.self) { _ = try await purchase.value }
        #expect(try store.entries().isEmpty)
        mayGoOn.signal()
    }

    @Test("A callback that waits for approval gets an error, once")
    func deferred() async throws {
        let (deferrals, results) = (Recorder<Void>(), Recorder<PurchaseResult>())
        try await StoreScope.runTest({ try SKTestSession.make() }) { session in
            session.askToBuyEnabled = true
            SwiftyStoreKit.purchaseProduct(
                SampleProducts.colours,
                onDeferred: { _ in deferrals.record(()) },
                completion: { results.record($0) }
            )
            await deferrals.first()
        }
        #expect(await results.first()?.failure?.code == .unknown)
        #expect(results.all.count == 1)
    }

    @Test("A stream of purchases ends with its session")
    func stream() async throws {
        let updates = try StoreScope.runTest({ try SKTestSession.make() }) { _ in
            SwiftyStoreKit.purchaseUpdates
        }
        for await _ in updates {}
    }

    @Test("A stream of entitlements ends with its session")
    func entitlements() async throws {
        let hasBegun = Recorder<[Entitlement]>()
        let updates = try await StoreScope.runTest({ try SKTestSession.make() }) { _ in
            let updates = Task {
                for await entitlements in SwiftyStoreKit.entitlementUpdates() {
                    hasBegun.record(entitlements)
                }
            }
            await hasBegun.first()
            return updates
        }
        await updates.value
    }

    @Test("The sequences of StoreKit 2 end with their session, whether or not somebody waits")
    func sequences() async throws {
        let (sequences, waiting) = try await StoreScope.runTest({ try SKTestSession.make() }) {
            session in
            let hasBegun = Recorder<UInt64>()
            let waiting = Task {
                for await update in Transaction.updates {
                    hasBegun.record(update.unsafePayloadValue.id)
                }
            }
            _ = try session.bought(SampleProducts.hints)
            await hasBegun.first()
            let sequences = (
                Transaction.updates, Product.SubscriptionInfo.Status.updates, Storefront.updates,
                Message.messages, PurchaseIntent.intents
            )
            return (sequences, waiting)
        }
        await waiting.value
        for await _ in sequences.0 {}
        for await _ in sequences.1 {}
        for await _ in sequences.2 {}
        for await _ in sequences.3 {}
        for await _ in sequences.4 {}
    }

    @Test("What a task of a test calls later fails and does not meet the next session")
    func later() async throws {
        let hasEnded = Recorder<Void>()
        let calls = try StoreScope.runTest({ try SKTestSession.make() }) { _ in
            Task {
                await hasEnded.first()
                await #expect(throws: SKError.self) {
                    _ = try await SwiftyStoreKit.retrieveProductsInfo([SampleProducts.colours])
                }
                await #expect(throws: SKError.self) {
                    _ = try await SwiftyStoreKit.purchaseProduct(SKProduct.bare("hints"))
                }
                await #expect(throws: ReceiptError.self) {
                    _ = try await SwiftyStoreKit.fetchReceipt(forceRefresh: true)
                }
                let restored = try await SwiftyStoreKit.restorePurchases()
                #expect(restored.restoreFailedPurchases.count == 1)
                let results = Recorder<VerifyReceiptResult>()
                AppleReceiptValidator().validate(receiptData: .init()) { results.record($0) }
                guard case .error(.networkError) = await results.first() else {
                    Issue.record("a response after the end")
                    return
                }
                for await _ in SwiftyStoreKit.purchaseUpdates {}
                #expect(throws: (any Error).self) { try SKTestSession.current }
            }
        }
        try await StoreScope.runTest({ try SKTestSession.make() }) { session in
            hasEnded.record(())
            try await calls.value
            #expect(session.allTransactions().isEmpty)
        }
    }

    @Test("A request that began with one session is not answered by the next")
    func takingOver() async throws {
        try await StoreScope.runTest({ try SKTestSession.make() }) { first in
            _ = try first.bought(SampleProducts.colours)
            let recorder = QueueRecorder()
            SKPaymentQueue.default().add(recorder)
            await recorder.receives(.updated(SampleProducts.colours, .purchased))
            let restored = Recorder<RestoreResults>()
            // Nothing is delivered before both calls have returned.
            let second = try await MainActor.run {
                SwiftyStoreKit.restorePurchases { restored.record($0) }
                return try SKTestSession.make()
            }
            let results = try #require(await restored.first())
            #expect(results.restoredPurchases.count + results.restoreFailedPurchases.count == 1)
            #expect(second.allTransactions().isEmpty)
        }
    }
}
