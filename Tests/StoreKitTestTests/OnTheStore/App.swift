import Foundation
import LocalAppStore
import StoreKit

@testable import SwiftyStoreKit

/// One launch of an app that sells through the facade, on one store.
struct App: Sendable {
    let store: Store
    let queue: CountingQueue
    let coordinator: PurchaseCoordinator
    /// Hears what the facade hears, after it.
    let watcher = Watcher()

    static func launch(
        on store: Store,
        now: @escaping @Sendable () -> Date = { .opening }
    ) -> App {
        let queue = CountingQueue(store: store)
        let coordinator = PurchaseCoordinator(
            queue: queue,
            now: now,
            makeProductsRequest: { products, completion in
                ProductsQuery(
                    request: SKProductsRequest(productIdentifiers: products, store: store),
                    completion: completion
                )
            },
            // The app's own store, because other tests change the one that the process has in use.
            pricing: { store.settingsVersion }
        )
        let app = App(store: store, queue: queue, coordinator: coordinator)
        queue.add(app.watcher)
        return app
    }

    /// Looks a product up and buys it.
    func buy(
        _ product: String,
        atomically: Bool = true,
        user: String = "",
        deferrals: Inbox<PurchaseDetails> = Inbox()
    ) -> Inbox<PurchaseResult> {
        let results = Inbox<PurchaseResult>()
        coordinator.purchase(
            productId: product,
            options: PaymentOptions(atomically: atomically, applicationUsername: user),
            onDeferred: { deferrals.receive($0) },
            completion: { results.receive($0) }
        )
        return results
    }

    /// Buys a product that is at hand, so that the payment is queued before this returns.
    func pay(for product: String) -> Inbox<PurchaseResult> {
        let results = Inbox<PurchaseResult>()
        coordinator.purchase(
            SKProduct.bare(product),
            options: PaymentOptions(),
            completion: { results.receive($0) }
        )
        return results
    }

    func restore(atomically: Bool = true, user: String = "") -> Inbox<RestoreResults> {
        let results = Inbox<RestoreResults>()
        coordinator.restorePurchases(atomically: atomically, applicationUsername: user) {
            results.receive($0)
        }
        return results
    }

    func complete(atomically: Bool = true) -> Inbox<[Purchase]> {
        let batches = Inbox<[Purchase]>()
        coordinator.completeTransactions(atomically: atomically) { batches.receive($0) }
        return batches
    }

    func retrieve(_ products: String...) async -> RetrieveResults? {
        let results = Inbox<RetrieveResults>()
        coordinator.retrieveProductsInfo(Set(products)) { results.receive($0) }
        return await results.first()
    }
}

/// A queue that counts how often it is asked to restore.
final class CountingQueue: SKPaymentQueue, @unchecked Sendable {
    // Unchecked as the class above it; the count is behind its own lock.
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

    /// A product that is nothing but its identifier.
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
