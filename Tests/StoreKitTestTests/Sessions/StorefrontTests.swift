import Foundation
import StoreKit
import StoreKitTest
import Testing

extension StoreInUse {
    @Suite("A session's storefront and language")
    struct StorefrontTests {
        let session: SKTestSession

        init() throws {
            session = try .make()
        }

        @Test("A new storefront is reported to the observers, and is that of the queue")
        func changing() async throws {
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            #expect(queue.storefront?.countryCode == "USA")
            session.storefront = "DEU"
            #expect(await recorder.receives(.storefrontChanged("DEU")))
            #expect(queue.storefront?.identifier == "143443")
            session.resetToDefaultState()
            #expect(await recorder.receives(.storefrontChanged("USA")))
        }

        @Test("The default queue alone posts a notification of a new storefront")
        func posting() async throws {
            let (posts, continuation) = AsyncStream<Void>.makeStream()
            let token = NotificationCenter.default.addObserver(
                forName: .SKStorefrontCountryCodeDidChange,
                object: nil,
                queue: nil
            ) { [scope = StoreScope.current] _ in
                dispatchPrecondition(condition: .onQueue(.main))
                // The default center delivers the notifications of all tests.
                if StoreScope.local === scope { continuation.yield() }
            }
            defer { NotificationCenter.default.removeObserver(token) }
            let recorder = QueueRecorder()
            SKPaymentQueue.default().add(recorder)
            defer { SKPaymentQueue.default().remove(recorder) }
            let (other, queue) = QueueRecorder.ofStoreInUse()
            session.storefront = "DEU"
            #expect(await recorder.receives(.storefrontChanged("DEU")))
            #expect(await other.receives(.storefrontChanged("DEU")))
            queue.remove(other)
            continuation.finish()
            var count = 0
            for await _ in posts { count += 1 }
            #expect(count == 1)
            #expect(
                NSNotification.Name.SKStorefrontCountryCodeDidChange.rawValue
                    == "SKStorefrontCountryCodeDidChangeNotification"
            )
        }

        @Test(
            "Prices are in the storefront's currency",
            arguments: [("USA", "USD"), ("DEU", "EUR"), ("JPN", "JPY"), ("GBR", "GBP")]
        )
        func prices(storefront: String, currency: String) async throws {
            session.storefront = storefront
            let product = try #require(
                try await ProductsLoader.products(SampleProducts.hints).first
            )
            #expect(product.priceLocale.currency?.identifier == currency)
            #expect(product.price == 0.99)
        }

        @Test(
            "Texts are in the session's language, or else in the first language of the file",
            arguments: [
                ("en_US", "Ten Hints"), ("de_DE", "Zehn Tipps"), ("fr_CA", "Dix indices"),
                ("ja_JP", "Ten Hints"),
            ]
        )
        func texts(locale: String, title: String) async throws {
            session.locale = Locale(identifier: locale)
            let product = try #require(
                try await ProductsLoader.products(SampleProducts.hints).first
            )
            #expect(product.localizedTitle == title)
        }
    }
}
