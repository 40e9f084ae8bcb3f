import Foundation
import StoreKit

/// What is known of products and which requests are running.
struct ProductsState: Sendable {
    typealias WaiterID = Int

    /// A request is shared by those who ask for the same set, unless the cache was dropped in
    /// between.
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
        let cached: [SKProduct]
        var waiters: [Waiter]
        /// Held until the answer comes: StoreKit does not hold its requests.
        var request: (any InAppRequest)?
    }

    /// What a request that has ended leaves behind.
    struct Ended: Sendable {
        let running: Running
        let result: Result<ProductsAnswer, any Error>
        /// The products whose places newer ones take, for the caller to release.
        let dropped: [SKProduct]

        /// What the waiters are told; not to be asked for under a lock, because products are
        /// compared.
        var results: RetrieveResults {
            switch result {
            case .failure(let error): .failed(error)
            case .success(let answer):
                .found(running.cached + answer.products, answer.invalidProductIds)
            }
        }
    }

    /// What a question leads to.
    enum Decision {
        case answer([SKProduct])
        case request(Set<String>, runningID: Int)
        case wait
    }

    private(set) var cache = ProductsCache()
    private var running: [Key: Running] = [:]
    private var lastID = 0

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    func key(_ productIds: Set<String>) -> Key {
        Key(productIds: productIds, generation: cache.generation)
    }

    mutating func ask(_ key: Key, _ waiter: Waiter, at now: Date) -> Decision {
        let cached = key.productIds.compactMap { cache.product($0, at: now) }
        let missing = key.productIds.filter { cache.product($0, at: now) == nil }
        guard !missing.isEmpty else { return .answer(cached) }
        guard running[key] == nil else {
            running[key]?.waiters.append(waiter)
            return .wait
        }
        let id = makeID()
        running[key] = Running(id: id, cached: cached, waiters: [waiter])
        return .request(missing, runningID: id)
    }

    /// Holds the request; false if nobody waits for it any more.
    mutating func hold(_ request: any InAppRequest, _ key: Key, runningID: Int) -> Bool {
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
    ) -> Ended? {
        guard let ended = running[key], ended.id == runningID else { return nil }
        running[key] = nil
        let dropped = (try? result.get()).map { keep($0, key, at: now) } ?? []
        return Ended(running: ended, result: result, dropped: dropped)
    }

    /// Takes out a waiter; the last one also gives the request back to be cancelled.
    mutating func leave(
        _ key: Key,
        _ id: WaiterID
    ) -> (waiter: Waiter, request: (any InAppRequest)?)? {
        guard let index = running[key]?.waiters.firstIndex(where: { $0.id == id }),
            let waiter = running[key]?.waiters.remove(at: index)
        else { return nil }
        guard running[key]?.waiters.isEmpty == true else { return (waiter, nil) }
        return (waiter, running.removeValue(forKey: key)?.request)
    }

    /// Drops the products and returns them, for the caller to release.
    mutating func clear() -> [SKProduct] {
        cache.clear()
    }

    /// Drops the products, if they have the prices of something else, and returns them.
    mutating func follow(_ pricing: Int?) -> [SKProduct] {
        cache.follow(pricing)
    }

    private mutating func keep(
        _ answer: ProductsAnswer,
        _ key: Key,
        at now: Date
    ) -> [SKProduct] {
        guard key.generation == cache.generation else { return [] }
        return cache.keep(answer.byIdentifier, at: now)
    }
}

extension RetrieveResults {
    static func found(_ products: [SKProduct], _ invalid: [String] = []) -> RetrieveResults {
        RetrieveResults(
            retrievedProducts: Set(products),
            invalidProductIDs: Set(invalid),
            error: nil
        )
    }

    static func failed(_ error: any Error) -> RetrieveResults {
        RetrieveResults(retrievedProducts: [], invalidProductIDs: [], error: error)
    }
}
