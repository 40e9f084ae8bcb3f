import Foundation
import StoreKit

/// Asks the store in use for products, and waits for the answer.
final class ProductsAsker: NSObject, SKProductsRequestDelegate, Sendable {
    private let answers = Inbox<Result<[SKProduct], any Error>>()

    static func products(_ identifiers: String...) async throws -> [SKProduct] {
        try await products(Set(identifiers))
    }

    static func products(_ identifiers: Set<String>) async throws -> [SKProduct] {
        let asker = ProductsAsker()
        let request = SKProductsRequest(productIdentifiers: identifiers)
        request.delegate = asker
        request.start()
        let answer = await asker.answers.first()
        withExtendedLifetime(request) {}
        guard let answer else { throw CancellationError() }
        return try answer.get()
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        answers.receive(.success(response.products))
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        answers.receive(.failure(error))
    }
}
