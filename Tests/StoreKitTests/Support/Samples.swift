import Foundation
import GRDB
import StoreKit

@testable import LocalAppStore
@testable import StoreLedger

extension Store {
    /// A store that sells coins, a level and a subscription to a magazine; by default in memory.
    static func sample(
        at location: StoreLocation = .memory,
        clock: StoreClock = .manual(startingAt: .opening)
    ) throws -> Store {
        let month = LocalAppStore.SubscriptionPeriod(value: 1, unit: .month)
        let week = LocalAppStore.SubscriptionPeriod(value: 1, unit: .week)
        let trial = CatalogOffer(paymentMode: .freeTrial, period: week, price: 0)
        let discount = CatalogOffer(
            id: "winter",
            paymentMode: .payUpFront,
            period: month,
            numberOfPeriods: 3,
            price: 7.99
        )
        let magazine = SubscriptionTerms(
            groupID: "magazine",
            level: 1,
            period: month,
            introductoryOffer: trial,
            promotionalOffers: [discount]
        )
        let text = CatalogLocalization(
            localeIdentifier: "de_DE",
            displayName: "Münzen",
            productDescription: "Ein Sack"
        )
        let catalog = Catalog(products: [
            CatalogProduct(id: "coins", kind: .consumable, price: 0.99, localizations: [text]),
            CatalogProduct(id: "level", kind: .nonConsumable, price: 2.99, isFamilyShareable: true),
            CatalogProduct(
                id: "monthly",
                kind: .autoRenewableSubscription,
                price: 4.99,
                subscription: magazine
            ),
        ])
        return try Store(catalog: catalog, at: location, clock: clock)
    }

    /// Limits the size of the ledger as a full disk does; the present size is the minimum.
    func limitPages(to count: Int) throws {
        try core.ledger.queue.inDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(count)") }
    }
}

extension Date {
    /// 1 March 2024 at noon, UTC.
    static let opening = Date(timeIntervalSince1970: 1_709_294_400)
}

extension SKPayment {
    static func make(
        _ productIdentifier: String,
        quantity: Int = 1,
        user: String? = nil
    ) -> SKMutablePayment {
        let payment = SKMutablePayment()
        payment.productIdentifier = productIdentifier
        payment.quantity = quantity
        payment.applicationUsername = user
        return payment
    }
}
