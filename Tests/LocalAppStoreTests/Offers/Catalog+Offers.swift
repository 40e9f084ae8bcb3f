import AppReceipt
import Foundation
import LocalAppStore

extension Catalog {
    /// A catalog with a key for promotional offers, and subscriptions with offers of each kind.
    static func offers(
        key: PromotionalOfferKey? = PromotionalOfferKey(id: "KEY"),
        codeOffer: CatalogOffer = .code(),
        hosting content: HostedContent...
    ) -> Catalog {
        var products = Catalog.shop().products
        for index in products.indices {
            if products[index].id == "level" { products[index].hostedContent = content }
            products[index].subscription?.codeOffers = [codeOffer]
            products[index].subscription?.winBackOffers = [.comeBack]
            products[index].subscription?.promotionalOffers += [.priceless, .free]
        }
        return Catalog(products: products, promotionalOfferKey: key)
    }
}

extension CatalogOffer {
    static func code(
        for eligibility: Set<Eligibility> = [.new, .existing, .expired],
        isStackable: Bool = false,
        price: Decimal = 0.49
    ) -> CatalogOffer {
        CatalogOffer(
            referenceName: "spring",
            paymentMode: .payAsYouGo,
            period: .month,
            numberOfPeriods: 2,
            price: price,
            eligibility: eligibility,
            isStackable: isStackable
        )
    }

    static let comeBack = CatalogOffer(
        id: "back",
        paymentMode: .payUpFront,
        period: .month,
        numberOfPeriods: 2,
        price: 1.99
    )
    static let priceless = CatalogOffer(id: "priceless", paymentMode: .payUpFront, period: .month)
    static let free = CatalogOffer(id: "free", period: .month)
}

extension Store {
    /// Makes a payment with a promotional offer, signed as the developer's server does.
    func pay(
        _ productID: String,
        offer: String,
        user: String? = nil,
        change: (inout PaymentRequest.Discount) -> Void = { _ in }
    ) throws -> LedgerEntry {
        var discount = try signedDiscount(
            offerID: offer,
            productID: productID,
            applicationUsername: user
        )
        change(&discount)
        return try pay(
            PaymentRequest(productID: productID, applicationUsername: user, discount: discount)
        )
    }

    /// Makes the customer a former subscriber, who paid.
    func subscribeInThePast() throws {
        try subscriptions.setAutoRenew(false, of: pay("yearly").id)
        clock.advance(by: .days(400))
    }
}
