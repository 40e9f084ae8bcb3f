import Foundation
import LocalAppStore
import TestSupport

/// A payment that a child is about to make, with a name that identifies its entry in the ledger.
struct PaymentIntent: Codable, Equatable, Sendable {
    /// The payment's user name; also its token if the child pays through the store, and the account
    /// if it buys by StoreKit 2.
    var name: String
    var productID: String
    var quantity = 1
    var asksToBuy = false
    var way = Way.store
    /// The promotional offer that the payment requests.
    var offerID: String?
    /// Whether the payment is the first of a commitment.
    var isMonthly = false

    /// How a child pays.
    enum Way: String, Codable {
        case store, queue, product
    }

    /// Data that only the entries of payments have, and not those of renewals.
    var requestData: Data { Data("payment".utf8) }

    /// The request to the store; `nil` if an API makes the request and its token.
    func request(to store: Store) throws -> PaymentRequest? {
        guard way == .store, let token = UUID(uuidString: name) else { return nil }
        var request = PaymentRequest(
            productID: productID,
            quantity: quantity,
            token: token,
            applicationUsername: name,
            requestData: requestData,
            discount: try discount(signedBy: store),
            simulatesAskToBuy: asksToBuy
        )
        request.billingPlan = isMonthly ? .monthly : .upFront
        return request
    }

    /// The promotional offer, signed anew.
    func discount(signedBy store: Store) throws -> PaymentRequest.Discount? {
        try offerID.map {
            try store.signedDiscount(offerID: $0, productID: productID, applicationUsername: name)
        }
    }
}

extension LedgerEntry {
    /// The name of the payment that made the entry, or that it renews.
    var paymentName: String { applicationUsername ?? paymentToken.uuidString }

    /// Whether a subscription's renewal made the entry: it has the user name of a payment, but
    /// neither its data nor an API.
    var isRenewal: Bool {
        state == .purchased && kind == .autoRenewableSubscription && requestData == nil
            && purchaseAPI == nil
    }
}

/// Picks random products, each of the four kinds equally often.
struct ProductPicker: Sendable {
    private let products: [[CatalogProduct]]

    init(_ catalog: Catalog) {
        products = CatalogProduct.Kind.allCases
            .map { kind in catalog.products.filter { $0.kind == kind } }
            .filter { !$0.isEmpty }
    }

    func pick(by way: PaymentIntent.Way, _ random: inout SplitMix64) -> PaymentIntent? {
        let product = products.randomElement(using: &random)?.randomElement(using: &random)
        return product.map { product in
            PaymentIntent(
                // StoreKit 2 writes accounts in lower case.
                name: way == .product ? random.name().lowercased() : random.name(),
                productID: product.id,
                quantity: quantity(of: product, &random),
                asksToBuy: random.happens(20),
                way: way,
                offerID: offer(of: product, &random),
                isMonthly: way == .store && product.subscription?.monthlyPlan != nil
            )
        }
    }

    private func quantity(of product: CatalogProduct, _ random: inout SplitMix64) -> Int {
        switch product.kind {
        case .consumable, .nonRenewingSubscription: .random(in: 1...3, using: &random)
        case .nonConsumable, .autoRenewableSubscription: 1
        }
    }

    private func offer(of product: CatalogProduct, _ random: inout SplitMix64) -> String? {
        guard random.happens(30) else { return nil }
        return product.subscription?.promotionalOffers.randomElement(using: &random)?.id
    }
}
