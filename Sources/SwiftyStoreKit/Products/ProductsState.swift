import Foundation
import StoreKit

/// What is known of products and which requests are running.
struct ProductsState: Sendable {
    typealias WaiterID = Int

    /// A request is shared by those who ask for the same set, unless the cache was dropped in between.
    struct Key: Hashable, Sendable {
        let productIds: Set<String>
        let generation: Int
    }

    struct Waiter: Sendable {
        let id: WaiterID
        let callback: Callback<RetrieveResults>
    }

    struct Running: Sendable {
        let id: Int
        let cached: Set<SKProduct>
        var waiters: [Waiter]
        /// Held until the answer comes: StoreKit does not hold its requests.
        var request: (any InAppRequest & Sendable)?
    }

    /// What a question leads to.
    enum Decision {
        case answer(RetrieveResults)
        case request(Set<String>, runningID: Int)
        case wait
    }

    private(set) var cache = ProductsCache()
    private(set) var running: [Key: Running] = [:]
    private var lastID = 0

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    func key(_ productIds: Set<String>) -> Key {
        Key(productIds: productIds, generation: cache.generation)
    }

    mutating func ask(_ key: Key, _ waiter: Waiter, at now: Date) -> Decision {
        let cached = Set(key.productIds.compactMap { cache.product($0, at: now) })
        let missing = key.productIds.filter { cache.product($0, at: now) == nil }
        guard !missing.isEmpty else { return .answer(.found(cached)) }
        guard running[key] == nil else {
            running[key]?.waiters.append(waiter)
            return .wait
        }
        let id = makeID()
        running[key] = Running(id: id, cached: cached, waiters: [waiter])
        return .request(missing, runningID: id)
    }

    /// Holds the request; false if nobody waits for it any more.
    mutating func hold(_ request: any InAppRequest & Sendable, _ key: Key, runningID: Int) -> Bool {
        guard running[key]?.id == runningID else { return false }
        running[key]?.request = request
        return true
    }

    /// Takes out the request that has ended; nil if it was cancelled.
    mutating func end(
        _ key: Key,
        runningID: Int,
        _ result: Result<ProductsAnswer, any Error>,
        at now: Date
    ) -> (running: Running, results: RetrieveResults)? {
        guard let ended = running[key], ended.id == runningID else { return nil }
        running[key] = nil
        switch result {
        case .failure(let error): return (ended, .failed(error))
        case .success(let answer):
            keep(answer, key, at: now)
            return (ended, .found(ended.cached.union(answer.products), answer.invalidProductIds))
        }
    }

    /// Takes out a waiter; the last one also gives the request back to be cancelled.
    mutating func leave(
        _ key: Key,
        _ id: WaiterID
    ) -> (waiter: Waiter, request: (any InAppRequest & Sendable)?)? {
        guard let index = running[key]?.waiters.firstIndex(where: { $0.id == id }),
            let waiter = running[key]?.waiters.remove(at: index)
        else { return nil }
        guard running[key]?.waiters.isEmpty == true else { return (waiter, nil) }
        return (waiter, running.removeValue(forKey: key)?.request)
    }

    mutating func clear() {
        cache.clear()
    }

    private mutating func keep(_ answer: ProductsAnswer, _ key: Key, at now: Date) {
        guard key.generation == cache.generation else { return }
        let products = answer.products.map { ($0.productIdentifier, $0) }
        cache.keep(Dictionary(products) { _, last in last }, at: now)
    }
}

extension RetrieveResults {
    static func found(_ products: Set<SKProduct>, _ invalid: [String] = []) -> RetrieveResults {
        RetrieveResults(
            retrievedProducts: products,
            invalidProductIDs: Set(invalid),
            error: nil
        )
    }

    static func failed(_ error: any Error) -> RetrieveResults {
        RetrieveResults(retrievedProducts: [], invalidProductIDs: [], error: error)
    }
}
