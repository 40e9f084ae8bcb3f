import Foundation
import StoreKit

@testable import SwiftyStoreKit

/// An app's coordinator, with everything around it controlled by the test.
struct TestApp: Sendable {
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
        priceVersion: @escaping @Sendable () -> Int? = { nil },
        storeInUse: @escaping @Sendable () -> (any AnyObject & Sendable)? = { nil },
        log: Log = .shared,
        onRequest: @escaping @Sendable (ProductsRequestSpy) -> Void = { _ in }
    ) -> TestApp {
        let requests = Recorder<ProductsRequestSpy>()
        let delays = Recorder<(seconds: TimeInterval, run: CallbackQueue.Block)>()
        let coordinator = PurchaseCoordinator(
            queue: queue,
            callbacks: callbacks ?? turns.makeQueue(),
            now: { clock.now },
            delay: { delays.record(($0, $1)) },
            makeProductsRequest: { productIDs, completion in
                let request = ProductsRequestSpy(productIDs, completion)
                request.onStart = { [unowned request] in onRequest(request) }
                requests.record(request)
                return request
            },
            priceVersion: priceVersion,
            storeInUse: storeInUse,
            log: log
        )
        return TestApp(
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
        _ productID: String = "coins",
        options: PaymentOptions = PaymentOptions(),
        onDeferred: ((PurchaseDetails) -> Void)? = nil
    ) -> Recorder<PurchaseResult> {
        let results = Recorder<PurchaseResult>()
        coordinator.purchase(
            .product(TestProduct.make(productID)),
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

    /// Requests products and returns where the results go.
    func retrieve(_ productIDs: Set<String> = ["coins"]) -> Recorder<RetrieveResults> {
        let results = Recorder<RetrieveResults>()
        coordinator.retrieveProductsInfo(productIDs) { results.record($0) }
        return results
    }

    /// Reports transactions and runs every callback.
    func deliver(_ transactions: SKPaymentTransaction...) {
        queue.update(transactions)
        turns.run()
    }
}

/// A request for products that ends when the test says so.
// Unchecked because every access to the counters holds `lock`; `onStart` is set before the start.
final class ProductsRequestSpy: InAppRequest, @unchecked Sendable {
    typealias Completion = @Sendable (Result<ProductsResponse, any Error>) -> Void

    let productIDs: Set<String>
    var onStart: @Sendable () -> Void = {}
    private let completion: Completion
    private let lock = NSLock()
    private var starts = 0
    private var cancels = 0

    init(_ productIDs: Set<String>, _ completion: @escaping Completion) {
        self.productIDs = productIDs
        self.completion = completion
    }

    var startCount: Int { lock.withLock { starts } }
    var cancelCount: Int { lock.withLock { cancels } }

    func start() {
        lock.withLock { starts += 1 }
        onStart()
    }

    func cancel() { lock.withLock { cancels += 1 } }

    func respond(_ products: [SKProduct] = [], invalid: [String] = []) {
        completion(.success(ProductsResponse(products: products, invalidProductIDs: invalid)))
    }

    /// Responds with a product for each requested identifier.
    func respondToAll() {
        respond(productIDs.sorted().map { TestProduct.make($0) })
    }

    func fail(_ error: any Error) {
        completion(.failure(error))
    }
}
