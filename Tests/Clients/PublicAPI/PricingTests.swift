import Foundation
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension PublicAPITests {
    /// No price is shown that the store in use does not have, however soon after a change.
    @MainActor
    @Suite struct PricingTests {
        private let store: TestStore

        init() throws {
            store = try TestStore()
        }

        private func product() async throws -> SKProduct {
            let results = try await SwiftyStoreKit.retrieveProductsInfo([TestStore.product])
            return try #require(results.retrievedProducts.first)
        }

        private func price() async throws -> String? {
            try await product().localizedPrice
        }

        @Test func `what is known is not made anew`() async throws {
            let known = try await product()
            #expect(try await product() === known)
            store.session.storefront = "DEU"
            #expect(try await product() !== known)
        }

        @Test func `another storefront has its own prices at once`() async throws {
            #expect(try await price() == "$1.99")
            store.session.storefront = "DEU"
            #expect(try await price()?.contains("€") == true)
            store.session.storefront = "USA"
            #expect(try await price() == "$1.99")
        }

        @Test func `another locale has its own names at once`() async throws {
            #expect(try await product().localizedTitle == "Extra Colours")
            store.session.locale = Locale(identifier: "de_DE")
            #expect(try await product().localizedTitle == "Weitere Farben")
        }

        @Test func `a session with an edited file has that file's prices at once`() async throws {
            #expect(try await price() == "$1.99")
            let file = try EditedFixture(replacing: "\"1.99\"", with: "\"7.49\"")
            let session = try SKTestSession(contentsOf: file.url)
            #expect(try await price() == "$7.49")
            withExtendedLifetime(session) {}
        }
    }
}

/// A copy of the products' file with something else in it.
private final class EditedFixture {
    let url: URL

    init(replacing text: String, with other: String) throws {
        let original = try String(contentsOf: Fixture.products.url, encoding: .utf8)
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString + ".storekit")
        try Data(original.replacingOccurrences(of: text, with: other).utf8).write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
