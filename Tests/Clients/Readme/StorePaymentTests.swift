import LocalAppStore
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension ReadmeTests {
    @MainActor
    @Suite struct StorePaymentTests {
        @Test func `a purchase begun on the App Store goes on after yes`() async throws {
            let shop = try Shop()
            let completed = Recorder<[String]>()
            SwiftyStoreKit.completeTransactions { completed.record($0.map(\.productId)) }
            StorePaymentsSamples.shouldAddStorePayment()
            try shop.session.store.beginPurchaseOnAppStore(of: Shop.product)
            #expect(try await completed.next() == [Shop.product])
            #expect(try await shop.queue.removed.next() == Shop.product)
            #expect(shop.states == [.purchased])
        }
    }
}
