import Foundation
import StoreKit
import SwiftyStoreKit

/// A request for products that answers when the test says so.
// Unchecked because every access to the counters holds `lock`; `onStart` is set before the start.
final class ProductsRequestSpy: InAppRequest, @unchecked Sendable {
    typealias Completion = @Sendable (Result<ProductsAnswer, any Error>) -> Void

    let productIds: Set<String>
    var onStart: @Sendable () -> Void = {}
    private let completion: Completion
    private let lock = NSLock()
    private var starts = 0
    private var cancels = 0

    init(_ productIds: Set<String>, _ completion: @escaping Completion) {
        self.productIds = productIds
        self.completion = completion
    }

    var startCount: Int { lock.withLock { starts } }
    var cancelCount: Int { lock.withLock { cancels } }

    func start() {
        lock.withLock { starts += 1 }
        onStart()
    }

    func cancel() { lock.withLock { cancels += 1 } }

    func answer(_ products: [SKProduct] = [], invalid: [String] = []) {
        completion(.success(ProductsAnswer(products: products, invalidProductIds: invalid)))
    }

    /// Answers with a product for each identifier that was asked for.
    func answerAll() {
        answer(productIds.sorted().map { TestProduct.make($0) })
    }

    func fail(_ error: any Error) {
        completion(.failure(error))
    }
}
