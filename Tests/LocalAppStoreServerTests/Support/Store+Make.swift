import AppReceipt
import Foundation
import LocalAppStore

extension Store {
    /// A store in memory that sells one consumable and one subscription, and further products.
    static func make(
        clock: StoreClock = .manual(startingAt: .start),
        selling others: [CatalogProduct] = []
    ) throws -> Store {
        let monthly = SubscriptionTerms(
            groupID: "magazine",
            level: 1,
            period: SubscriptionPeriod(value: 1, unit: .month)
        )
        let products = [
            CatalogProduct(id: "coins", kind: .consumable, price: 0.99),
            CatalogProduct(
                id: "monthly",
                kind: .autoRenewableSubscription,
                // A literal with a point would be a binary number first.
                price: Decimal(499) / 100,
                subscription: monthly
            ),
        ]
        return try Store(
            catalog: Catalog(products: products + others),
            at: .memory,
            clock: clock,
            app: StoreApp(bundleIdentifier: "com.example.shop", version: "1")
        )
    }

    /// The body of a request to verifyReceipt with the store's receipt.
    func verifyReceiptRequest() throws -> Data {
        let receipt = try receipt()?.base64Encoded ?? ""
        return Data(#"{"receipt-data":"\#(receipt)"}"#.utf8)
    }
}

extension Date {
    /// 1 March 2024 at noon UTC, at which the clock of a test's store starts.
    static let start = Date(timeIntervalSince1970: 1_709_294_400)
}

extension Store {
    @discardableResult
    func pay(_ productID: String) throws -> LedgerEntry {
        try pay(PaymentRequest(productID: productID))
    }
}
