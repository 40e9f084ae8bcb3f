import LocalAppStore

/// Chooses what to buy: each of the four kinds as often as the others.
struct Shelf: Sendable {
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
