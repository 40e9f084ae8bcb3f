/// A product that the app's own catalog describes, by the Advanced Commerce API.
///
/// The local store sells none, so none can be made: ``init(id:)`` always throws.
public struct AdvancedCommerceProduct: Identifiable, Sendable {
    /// The type of a product.
    public typealias ProductType = Product.ProductType
    /// The type of an identifier.
    public typealias ID = String
    /// The result of a purchase.
    public typealias PurchaseResult = Product.PurchaseResult

    /// The product identifier.
    public let id: ID
    /// The type of the product.
    public let type: ProductType
    /// Whether groups can buy it, with a number of seats.
    public let supportsMultiSeatPurchase: Bool

    /// Makes the product of an identifier.
    ///
    /// - Throws: `StoreKitError.unsupported` for a product of the store, because none is for the
    ///   Advanced Commerce API, `Product.PurchaseError.productUnavailable` for another identifier,
    ///   or another error of ``Product/products(for:)``.
    public init(id: ID) async throws {
        guard try await Product.products(for: [id]).isEmpty else { throw StoreKitError.unsupported }
        throw Product.PurchaseError.productUnavailable
    }
}

extension AdvancedCommerceProduct: Hashable, CustomDebugStringConvertible {
    /// The identifier and the type.
    public var debugDescription: String { "\(id): \(type.rawValue)" }

    /// The customer's newest transaction of the product; `nil` without one.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await Transaction.latest(for: id) }
    }

    /// The customer's transactions of the product.
    public var allTransactions: Transaction.Transactions { Transaction.all(for: id) }

    /// The transactions that entitle the customer to the product.
    public var currentEntitlements: Transaction.Transactions {
        Transaction.currentEntitlements(for: id)
    }

    /// A setting of one purchase.
    public struct PurchaseOption: Hashable, Sendable, CustomDebugStringConvertible {
        let option: Product.PurchaseOption

        /// Decides whether the purchase continues after the storefront has changed during it.
        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> AdvancedCommerceProduct.PurchaseOption {
            .init(option: .onStorefrontChange(shouldContinuePurchase: shouldContinuePurchase))
        }

        /// The setting and its value.
        public var debugDescription: String { option.debugDescription }
    }
}
