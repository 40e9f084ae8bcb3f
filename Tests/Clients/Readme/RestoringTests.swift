import StoreKit
import Testing

extension ReadmeTests {
    @MainActor
    @Suite struct RestoringTests {
        @Test(arguments: Self.samples)
        func `what was bought is restored and finished`(sample: Sample) async throws {
            let shop = try Shop()
            try await shop.buy()
            sample.run()
            let line = try await Console.printed.next()
            #expect(line.hasPrefix("Restore Success: [SwiftyStoreKit.Purchase("))
            #expect(line.contains("productId: \"\(Shop.product)\""))
            #expect(try await shop.queue.removed.next() == Shop.product)
            #expect(shop.unfinished == [])
            #expect(shop.states == [.purchased])
        }

        @Test(arguments: Self.samples)
        func `without purchases there is nothing to restore`(sample: Sample) async throws {
            let shop = try Shop()
            sample.run()
            #expect(try await Console.printed.next() == "Nothing to Restore")
            #expect(shop.states == [])
        }

        @Test(arguments: Self.samples)
        func `without an App Store the restore fails`(sample: Sample) async throws {
            let shop = try Shop()
            try await shop.buy()
            shop.close()
            sample.run()
            let line = try await Console.printed.next()
            #expect(line.hasPrefix("Restore Failed: [("))
            #expect(shop.states == [.purchased])
        }
    }
}

extension ReadmeTests.RestoringTests {
    fileprivate nonisolated static let samples = [
        Sample("000, 001, 003, 004, atomic") { RestorePurchasesSamples.restoreAtomically() },
        Sample("002, atomic") { RestorePurchasesSamples.restoreAtomicallyIn002() },
        Sample("all, non-atomic") { RestorePurchasesSamples.restoreNonAtomically() },
    ]
}
