import Foundation
import LocalAppStore

@testable import journeys

extension LedgerEntry {
    /// A purchase of coins, as a ledger in memory writes it, then changed by `change`.
    static func make(
        _ intent: PaymentIntent = .make(),
        change: (inout LedgerEntry) -> Void = { _ in }
    ) throws -> LedgerEntry {
        let store = try Store(
            catalog: .make(),
            at: .memory,
            clock: .manual(startingAt: Date(timeIntervalSince1970: 1_709_294_400))
        )
        var entry = try store.pay(
            PaymentRequest(productID: intent.productID, applicationUsername: intent.name)
        )
        change(&entry)
        return entry
    }
}

extension PaymentIntent {
    static func make(_ name: String = "first", productID: String = "coins") -> PaymentIntent {
        PaymentIntent(name: name, productID: productID)
    }
}

extension Catalog {
    static func make() -> Catalog {
        Catalog(products: [
            CatalogProduct(id: "coins", kind: .consumable, price: 0.99),
            CatalogProduct(id: "level", kind: .nonConsumable, price: 2.99),
        ])
    }
}
