import Foundation
import LocalAppStore
import StoreKit

/// Values that callbacks record, for one test to wait for.
final class Recorder<Value: Sendable>: Sendable {
    private let values = Locked<[Value]>([])
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// All values so far.
    var all: [Value] { values.withLock { $0 } }

    func record(_ value: Value) {
        values.withLock { $0.append(value) }
        continuation.yield()
    }

    /// Waits until all values satisfy the condition, and returns them; returns earlier when the
    /// test is cancelled.
    @discardableResult
    func wait(until condition: ([Value]) -> Bool) async -> [Value] {
        var iterator = stream.makeAsyncIterator()
        while !condition(all), await iterator.next() != nil {}
        return all
    }

    /// Waits for the first value that satisfies the condition; `nil` when the test is cancelled.
    @discardableResult
    func first(where condition: @escaping (Value) -> Bool = { _ in true }) async -> Value? {
        await wait { $0.contains(where: condition) }.first(where: condition)
    }
}

/// Requests products from the store in use, and waits for the response.
final class ProductsLoader: NSObject, SKProductsRequestDelegate, Sendable {
    private let results = Recorder<Result<[SKProduct], any Error>>()

    static func products(_ identifiers: String...) async throws -> [SKProduct] {
        try await products(Set(identifiers))
    }

    static func products(_ identifiers: Set<String>) async throws -> [SKProduct] {
        let loader = ProductsLoader()
        let request = SKProductsRequest(productIdentifiers: identifiers)
        request.delegate = loader
        request.start()
        let result = await loader.results.first()
        withExtendedLifetime(request) {}
        guard let result else { throw CancellationError() }
        return try result.get()
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        results.record(.success(response.products))
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        results.record(.failure(error))
    }
}
