import Foundation
import StoreKit

/// Retrieves products from the cache, from a request that runs, or with a new one.
///
/// Cached products belong to the store of their prices, which `priceVersion` identifies. Products
/// that were requested or received under another version are not cached. On Apple's platforms only
/// a change of the storefront, which StoreKit reports, changes prices within a launch.
final class ProductsController: Sendable {
    /// Callers share a request for the same set, unless the cache was cleared in between.
    struct Key: Hashable, Sendable {
        let productIDs: Set<String>
        let generation: Int
    }

    private typealias Requests = SharedRequests<Key, RetrieveResults>

    // Locked before the requests are, so that no request ends between a look-up and joining it.
    private let cache = Locked(ProductsCache())
    private let requests: Requests
    private let now: @Sendable () -> Date
    private let priceVersion: @Sendable () -> Int?
    private let makeRequest: ProductsResponse.RequestMaker

    init(
        callbackQueue: CallbackQueue,
        now: @escaping @Sendable () -> Date,
        priceVersion: @escaping @Sendable () -> Int?,
        makeRequest: @escaping ProductsResponse.RequestMaker
    ) {
        requests = SharedRequests(
            callbackQueue: callbackQueue,
            cancellation: .failed(SwiftyStoreKitError.productsRequestCancelled)
        )
        self.now = now
        self.priceVersion = priceVersion
        self.makeRequest = makeRequest
    }

    /// Calls `completion` once on the callback queue, never before this returns.
    func retrieve(
        _ productIDs: Set<String>,
        completion: @escaping (RetrieveResults) -> Void
    ) -> SharedRequestHandle {
        let caller = requests.add(Callback(completion))
        let date = now()
        dropOutdatedPrices()
        let (found, missing, id) = cache.withLock { cache in
            let found = cache.products(productIDs, at: date)
            let missing = productIDs.subtracting(found.keys)
            let key = Key(productIDs: productIDs, generation: cache.generation)
            return (found, missing, missing.isEmpty ? nil : requests.join(caller, key))
        }
        let products = Array(found.values)
        if missing.isEmpty {
            requests.complete(caller, with: .found(products))
        } else if let id {
            requests.start(id) {
                makeRequest(missing) { [weak self] in self?.end(id, $0, cached: products) }
            }
        }
        return requests.handle(for: caller, retaining: self)
    }

    /// Drops every cached product, and does not cache the products of running requests.
    func clearCache() {
        _ = cache.withLock { $0.clear() }
    }

    /// Drops products with the prices of another store or of other settings.
    private func dropOutdatedPrices() {
        let version = priceVersion()
        _ = cache.withLock { $0.update(priceVersion: version) }
    }

    private func end(
        _ id: Requests.RequestID,
        _ result: Result<ProductsResponse, any Error>,
        cached: [SKProduct]
    ) {
        let date = now()
        dropOutdatedPrices()
        // Made before the lock, because a set compares products, which may be a client's.
        let results = RetrieveResults(result, cached: cached)
        let (notify, replaced) = cache.withLock { cache in
            let notify = requests.end(id, with: results)
            guard notify != nil, case .success(let response) = result,
                id.key.generation == cache.generation
            else { return (notify, [SKProduct]()) }
            return (notify, cache.store(response.productsByID, at: date))
        }
        notify?()
        withExtendedLifetime(replaced) {}
    }
}
