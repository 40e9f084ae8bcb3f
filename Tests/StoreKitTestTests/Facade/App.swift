import Foundation
import LocalAppStore
import StoreKit

@testable import SwiftyStoreKit

/// One launch of an app that sells through the facade, on one store.
struct App: Sendable {
    let store: Store
    let queue: CountingQueue
    let coordinator: PurchaseCoordinator
    /// Receives what the facade receives, after it.
    let recorder = QueueRecorder()

    static func launch(
        on store: Store,
        now: @escaping @Sendable () -> Date = { .opening }
    ) -> App {
        let queue = CountingQueue(store: store)
        let coordinator = PurchaseCoordinator(
            queue: queue,
            now: now,
            makeProductsRequest: { products, completion in
                StoreKitRequest.products(
                    SKProductsRequest(productIdentifiers: products, store: store),
                    completion: completion
                )
            },
            // The app's own store, because other tests change the store in use.
            priceVersion: { store.settingsVersion }
        )
        let app = App(store: store, queue: queue, coordinator: coordinator)
        queue.add(app.recorder)
        return app
    }

    /// Looks up a product and buys it.
    func buy(
        _ product: String,
        atomically: Bool = true,
        user: String = "",
        deferrals: Recorder<PurchaseDetails> = Recorder()
    ) -> Recorder<PurchaseResult> {
        let results = Recorder<PurchaseResult>()
        coordinator.purchase(
            .identifier(product),
            options: PaymentOptions(atomically: atomically, applicationUsername: user),
            onDeferred: { deferrals.record($0) },
            completion: { results.record($0) }
        )
        return results
    }

    /// Buys a product without looking it up, so that the payment is queued on return.
    func pay(for product: String) -> Recorder<PurchaseResult> {
        let results = Recorder<PurchaseResult>()
        coordinator.purchase(
            .product(SKProduct.bare(product)),
            options: PaymentOptions(),
            completion: { results.record($0) }
        )
        return results
    }

    func restore(atomically: Bool = true, user: String = "") -> Recorder<RestoreResults> {
        let results = Recorder<RestoreResults>()
        coordinator.restorePurchases(atomically: atomically, applicationUsername: user) {
            results.record($0)
        }
        return results
    }

    func complete(atomically: Bool = true) -> Recorder<[Purchase]> {
        let batches = Recorder<[Purchase]>()
        coordinator.completeTransactions(atomically: atomically) { batches.record($0) }
        return batches
    }

    func retrieve(_ products: String...) async -> RetrieveResults? {
        let results = Recorder<RetrieveResults>()
        coordinator.retrieveProductsInfo(Set(products)) { results.record($0) }
        return await results.first()
    }
}

/// A queue that counts the restores.
final class CountingQueue: SKPaymentQueue, @unchecked Sendable {
    // Unchecked as the superclass is; the count has its own lock.
    private let count = LocalAppStore.Locked(0)

    var restores: Int { count.withLock { $0 } }

    override func restoreCompletedTransactions(withApplicationUsername username: String?) {
        count.withLock { $0 += 1 }
        super.restoreCompletedTransactions(withApplicationUsername: username)
    }
}

extension SKProduct {
    private final class Bare: SKProduct, @unchecked Sendable {
        let identifier: String

        init(identifier: String) {
            self.identifier = identifier
            super.init()
        }

        override var productIdentifier: String { identifier }
    }

    /// A product with only an identifier.
    static func bare(_ identifier: String) -> SKProduct {
        Bare(identifier: identifier)
    }
}

extension PurchaseResult {
    var details: PurchaseDetails? {
        guard case .success(let purchase) = self else { return nil }
        return purchase
    }

    var failure: SKError? {
        guard case .error(let error) = self else { return nil }
        return error
    }
}
