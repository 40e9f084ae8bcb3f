import Foundation
import LocalAppStore
import RandomNumbers

/// A payment that a child is about to make, with a name that identifies its entry in the ledger.
struct PaymentIntent: Codable, Equatable, Sendable {
    /// The payment's token if the child pays through the store, else the payment's user name.
    var name: String
    var productID: String
    var quantity = 1
    var asksToBuy = false
    var isMadeThroughQueue = false

    /// The request to the store; `nil` if the payment queue makes the request and its token.
    var request: PaymentRequest? {
        guard !isMadeThroughQueue, let token = UUID(uuidString: name) else { return nil }
        return PaymentRequest(
            productID: productID,
            quantity: quantity,
            token: token,
            simulatesAskToBuy: asksToBuy
        )
    }
}

extension LedgerEntry {
    /// The name of the payment that made the entry.
    var paymentName: String { applicationUsername ?? paymentToken.uuidString }
}

/// Picks random products, each of the four kinds equally often.
struct ProductPicker: Sendable {
    private let products: [[CatalogProduct]]

    init(_ catalog: Catalog) {
        products = CatalogProduct.Kind.allCases
            .map { kind in catalog.products.filter { $0.kind == kind } }
            .filter { !$0.isEmpty }
    }

    func pick(throughQueue: Bool, _ random: inout SplitMix64) -> PaymentIntent? {
        let product = products.randomElement(using: &random)?.randomElement(using: &random)
        return product.map { product in
            PaymentIntent(
                name: random.name(),
                productID: product.id,
                quantity: quantity(of: product, &random),
                asksToBuy: random.happens(20),
                isMadeThroughQueue: throughQueue
            )
        }
    }

    private func quantity(of product: CatalogProduct, _ random: inout SplitMix64) -> Int {
        switch product.kind {
        case .consumable, .nonRenewingSubscription: .random(in: 1...3, using: &random)
        case .nonConsumable, .autoRenewableSubscription: 1
        }
    }
}
