import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import SwiftyStoreKit

/// The use of a catalog's products by an app; only that nothing traps matters, not the results.
struct CatalogUse {
    let catalog: Catalog

    /// Decodes a catalog; `nil` when the text is malformed, which must not trap either.
    init?(_ text: Data) {
        guard let catalog = try? Catalog(data: text, fileName: "Random.storekit") else {
            return nil
        }
        self.catalog = catalog
    }

    /// Reads everything that is shown to people.
    func show() {
        _ = String(describing: catalog)
    }

    /// Formats prices and periods as apps and the library do.
    func show(_ products: [SKProduct]) {
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        for product in products {
            _ = (product.localizedTitle, product.localizedDescription)
            formatter.locale = product.priceLocale
            _ = formatter.string(from: product.price)
            _ = (product.localizedPrice, product.localizedSubscriptionPeriod)
            _ = product.price.decimalValue.formatted(
                .currency(code: product.priceLocale.currency?.identifier ?? "USD")
                    .locale(product.priceLocale)
            )
            for discount in product.discounts + [product.introductoryPrice].compactMap({ $0 }) {
                _ = (discount.localizedSubscriptionPeriod, discount.priceLocale.identifier)
                _ = formatter.string(from: discount.price)
            }
        }
    }

    /// Buys everything in a new store, with dialogs, and reads the receipt.
    func buy() throws {
        let store = try Store(
            catalog: catalog,
            at: .memory,
            clock: .manual(startingAt: Date(timeIntervalSince1970: 1_700_000_000))
        )
        store.confirmationPolicy = .ask { sheet in
            _ = sheet.price.formatted(.currency(code: "USD").locale(sheet.priceLocale))
            return true
        }
        for product in catalog.products {
            let offer = product.subscription?.promotionalOffers.first?.id
            _ = try? store.pay(PaymentRequest(productID: product.id, quantity: 10))
            let request = PaymentRequest(
                productID: product.id,
                discount: offer.map(Self.discount)
            )
            guard (try? store.pay(request)) != nil else { continue }
            store.clock.advance(by: days(40, in: store))
            useOffers(of: product, in: store)
            buySeats(of: product, in: store)
            commit(to: product, in: store)
        }
        try store.finish(try store.restore().map(\.id))
        _ = try store.receipt()
    }

    /// Buys with a signed discount, a code and a win-back offer.
    private func useOffers(of product: CatalogProduct, in store: Store) {
        let offer = product.subscription?.promotionalOffers.last?.id
        let discount = try? store.signedDiscount(offerID: offer ?? "", productID: product.id)
        _ = try? store.pay(PaymentRequest(productID: product.id, discount: discount))
        let names =
            (product.subscription?.codeOffers ?? []).map { $0.referenceName ?? "" }
            + product.codeOffers.map(\.referenceName)
        for name in names {
            store.clock.advance(by: days(400, in: store))
            _ = try? store.redeemOfferCode(referenceName: name, productID: product.id)
        }
        for offer in product.subscription?.winBackOffers ?? [] {
            store.clock.advance(by: days(400, in: store))
            _ = try? store.acceptWinBackOffer(id: offer.id ?? "", productID: product.id)
        }
    }

    /// Buys seats, adds and refunds some, and renews.
    private func buySeats(of product: CatalogProduct, in store: Store) {
        guard product.subscription?.seatTiers.isEmpty == false else { return }
        store.clock.advance(by: days(400, in: store))
        for count in [2, 9999] {
            var request = PaymentRequest(productID: product.id)
            request.seatCount = count
            guard let entry = try? store.pay(request) else { continue }
            _ = try? store.refunds.refundSeats(1, of: entry.id)
            try? store.subscriptions.setRenewalSeatCount(1, of: entry.id)
        }
        store.clock.advance(by: days(40, in: store))
    }

    /// Pays for a year each month, as far as the product has such a plan.
    private func commit(to product: CatalogProduct, in store: Store) {
        _ = product.subscription?.monthlyPlan?.commitmentPrice
        try? store.updateSettings { $0.storefront = "DEU" }
        var request = PaymentRequest(productID: product.id)
        request.billingPlan = .monthly
        _ = try? store.pay(request)
        store.clock.advance(by: days(100, in: store))
        _ = try? store.subscriptions.all().compactMap(\.commitment?.price)
        try? store.updateSettings { $0.storefront = "USA" }
    }

    /// Some days in seconds; in accelerated time fewer, because each has many renewals.
    private func days(_ count: Double, in store: Store) -> TimeInterval {
        (try? store.settings.timeRate) == .realTime ? count * 86_400 : count
    }

    private static func discount(_ offer: String) -> PaymentRequest.Discount {
        .init(offerID: offer, keyID: "key", nonce: UUID(), signature: "MAYCAQECAQE=", timestamp: 1)
    }
}
