import Foundation
import StoreKit
import StoreKitTest
import Testing

// Purchases by StoreKit 2 as an app makes them.
extension Product {
    /// Loads a product and buys it.
    @discardableResult
    static func buy(
        _ id: String,
        options: Set<PurchaseOption> = []
    ) async throws -> PurchaseResult {
        let product = try #require(try await products(for: [id]).first)
        return try await product.purchase(options: options)
    }
}

extension Product.PurchaseResult {
    /// The transaction of a success, verified or not.
    var verification: VerificationResult<Transaction>? {
        if case .success(let result) = self { result } else { nil }
    }

    var isPending: Bool { if case .pending = self { true } else { false } }

    var isCancelled: Bool { if case .userCancelled = self { true } else { false } }
}

extension Transaction.Transactions {
    /// The products of a finite sequence.
    var products: [String] {
        get async { await reduce(into: []) { $0.append($1.unsafePayloadValue.productID) } }
    }
}

extension Transaction.Transactions.AsyncIterator {
    /// The next transaction, which has to be verified.
    mutating func verified() async throws -> Transaction {
        try #require(await next()).payloadValue
    }
}

extension SKTestSession {
    /// The group of the sample subscriptions.
    static let group = "9DC4185A"

    /// The status of the customer's subscription in the group.
    var status: Product.SubscriptionInfo.Status {
        get async throws {
            try #require(try await Product.SubscriptionInfo.status(for: Self.group).first)
        }
    }
}
