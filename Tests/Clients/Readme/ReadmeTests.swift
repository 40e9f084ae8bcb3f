import StoreKit
import StoreTesting
import Testing

/// Runs the samples of the original readme, in its current and an older form, against the local
/// store and checks what the readme says about them.
@Suite(.separateStore, .timeLimit(.minutes(10)))
enum ReadmeTests {}

extension ReadmeTests {
    @MainActor
    @Suite struct RetrievingTests {
        @Test(arguments: Self.samples)
        func `a product is printed with its price`(sample: Sample) async throws {
            let store = try TestStore()
            sample.run()
            #expect(try await Console.printed.next() == Self.line)
            withExtendedLifetime(store) {}
        }

        @Test func `an unknown identifier is printed`() async throws {
            let store = try TestStore(.empty)
            RetrieveProductsInfoSamples.retrieveProductsInfo()
            let line = try await Console.printed.next()
            #expect(line == "Invalid product identifier: \(TestStore.product)")
            withExtendedLifetime(store) {}
        }

        @Test func `the older form shows an alert for an unknown identifier`() async throws {
            let store = try TestStore(.empty)
            RetrieveProductsInfoSamples.retrieveProductsInfoInOlderForm()
            let text = try await Console.alerts.next()
            let message = "Invalid product identifier: \(TestStore.product)"
            #expect(text == "Could not retrieve product info: \(message)")
            withExtendedLifetime(store) {}
        }

        @Test(arguments: Self.samples)
        func `without an App Store there is an error`(sample: Sample) async throws {
            let store = try TestStore()
            store.close()
            sample.run()
            let line = try await Console.printed.next()
            #expect(line.hasPrefix("Error: Optional("))
        }

        @Test(arguments: Self.samples)
        func `retrieving again needs no App Store`(sample: Sample) async throws {
            let store = try TestStore()
            sample.run()
            _ = try await Console.printed.next()
            store.close()
            sample.run()
            #expect(try await Console.printed.next() == Self.line)
        }
    }
}

extension ReadmeTests.RetrievingTests {
    fileprivate nonisolated static let line =
        "Product: Twelve more colours to paint with, for good., price: $1.99"

    fileprivate nonisolated static let samples = [
        Sample("current form") { RetrieveProductsInfoSamples.retrieveProductsInfo() },
        Sample("older form") { RetrieveProductsInfoSamples.retrieveProductsInfoInOlderForm() },
    ]
}

extension ReadmeTests {
    @MainActor
    @Suite struct RestoringTests {
        @Test(arguments: Self.samples)
        func `what was bought is restored and finished`(sample: Sample) async throws {
            let store = try TestStore()
            try await store.buy()
            sample.run()
            let line = try await Console.printed.next()
            #expect(line.hasPrefix("Restore Success: [SwiftyStoreKit.Purchase("))
            #expect(line.contains("productId: \"\(TestStore.product)\""))
            #expect(try await store.queue.removed.next() == TestStore.product)
            #expect(store.unfinished == [])
            #expect(store.states == [.purchased])
        }

        @Test(arguments: Self.samples)
        func `without purchases there is nothing to restore`(sample: Sample) async throws {
            let store = try TestStore()
            sample.run()
            #expect(try await Console.printed.next() == "Nothing to Restore")
            #expect(store.states == [])
        }

        @Test(arguments: Self.samples)
        func `without an App Store the restore fails`(sample: Sample) async throws {
            let store = try TestStore()
            try await store.buy()
            store.close()
            sample.run()
            let line = try await Console.printed.next()
            #expect(line.hasPrefix("Restore Failed: [("))
            #expect(store.states == [.purchased])
        }
    }
}

extension ReadmeTests.RestoringTests {
    fileprivate nonisolated static let samples = [
        Sample("atomic") { RestorePurchasesSamples.restoreAtomically() },
        Sample("non-atomic") { RestorePurchasesSamples.restoreNonAtomically() },
    ]
}
