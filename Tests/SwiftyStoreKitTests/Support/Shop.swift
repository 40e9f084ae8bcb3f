import Foundation
import StoreKit
import SwiftyStoreKit

/// A coordinator with everything around it in the test's hands.
struct Shop: Sendable {
    let queue: PaymentQueueSpy
    let turns: Turns
    let clock: TestClock
    let requests: Recorder<ProductsRequestSpy>
    let delays: Recorder<(seconds: TimeInterval, run: CallbackQueue.Block)>
    let coordinator: PurchaseCoordinator

    static func make(
        queue: PaymentQueueSpy = PaymentQueueSpy(),
        turns: Turns = Turns(),
        clock: TestClock = TestClock(),
        callbacks: CallbackQueue? = nil,
        pricing: @escaping @Sendable () -> Int? = { nil },
        log: Log = .shared,
        onRequest: @escaping @Sendable (ProductsRequestSpy) -> Void = { _ in }
    ) -> Shop {
        let requests = Recorder<ProductsRequestSpy>()
        let delays = Recorder<(seconds: TimeInterval, run: CallbackQueue.Block)>()
        let coordinator = PurchaseCoordinator(
            queue: queue,
            callbacks: callbacks ?? turns.makeQueue(),
            now: { clock.now },
            after: { delays.record(($0, $1)) },
            makeProductsRequest: { productIds, completion in
                let request = ProductsRequestSpy(productIds, completion)
                request.onStart = { [unowned request] in onRequest(request) }
                requests.record(request)
                return request
            },
            pricing: pricing,
            log: log
        )
        return Shop(
            queue: queue,
            turns: turns,
            clock: clock,
            requests: requests,
            delays: delays,
            coordinator: coordinator
        )
    }

    /// Buys a product and returns where its results go.
    func buy(
        _ productId: String = "coins",
        options: PaymentOptions = PaymentOptions(),
        onDeferred: ((PurchaseDetails) -> Void)? = nil
    ) -> Recorder<PurchaseResult> {
        let results = Recorder<PurchaseResult>()
        coordinator.purchase(
            TestProduct.make(productId),
            options: options,
            onDeferred: onDeferred
        ) { results.record($0) }
        return results
    }

    /// Registers a complete handler and returns where its batches go.
    func complete(atomically: Bool = true) -> Recorder<[Purchase]> {
        let batches = Recorder<[Purchase]>()
        coordinator.completeTransactions(atomically: atomically) { batches.record($0) }
        return batches
    }

    /// Restores and returns where the results go.
    func restore(atomically: Bool = true, username: String = "") -> Recorder<RestoreResults> {
        let results = Recorder<RestoreResults>()
        coordinator.restorePurchases(atomically: atomically, applicationUsername: username) {
            results.record($0)
        }
        return results
    }

    /// Asks for products and returns where the results go.
    func retrieve(_ productIds: Set<String> = ["coins"]) -> Recorder<RetrieveResults> {
        let results = Recorder<RetrieveResults>()
        coordinator.retrieveProductsInfo(productIds) { results.record($0) }
        return results
    }

    /// Tells of the transactions and runs every callback.
    func deliver(_ transactions: SKPaymentTransaction...) {
        queue.update(transactions)
        turns.run()
    }
}
