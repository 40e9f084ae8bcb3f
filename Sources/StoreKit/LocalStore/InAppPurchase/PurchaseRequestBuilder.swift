import AppReceipt
import Foundation
import LocalAppStore

/// Makes the store's payment of a product's purchase options.
struct PurchaseRequestBuilder {
    /// A payment, and the date of one in the past.
    struct Terms: Sendable {
        var request: PaymentRequest
        var past: PastPurchase?
    }

    private let store: Store
    private let options: [Product.PurchaseOption.Value]
    private var result: Terms

    init(_ productID: String, _ options: [Product.PurchaseOption.Value], in store: Store) {
        self.store = store
        self.options = options
        result = Terms(request: PaymentRequest(productID: productID))
        result.request.api = .storeKit2
    }

    /// The payment.
    ///
    /// - Throws: `Product.PurchaseError` for options that are invalid or contradict each other.
    func terms() throws -> Terms {
        var builder = self
        for option in options { try builder.apply(option) }
        try builder.applyCustomOptions()
        return builder.result
    }

    private mutating func apply(_ option: Product.PurchaseOption.Value) throws {
        switch option {
        case .appAccountToken(let token):
            let name = token.uuidString.lowercased()
            guard result.request.applicationUsername == nil else { throw Self.contradiction }
            result.request.applicationUsername = name
        case .quantity(let quantity):
            guard options.filter(\.isQuantity).count == 1 else {
                throw Product.PurchaseError.invalidQuantity
            }
            result.request.quantity = quantity
        case .simulatesAskToBuy(let isSimulated):
            result.request.simulatesAskToBuy = isSimulated
        case .billingPlan(let plan):
            guard plan == .upFront else { throw Product.PurchaseError.productUnavailable }
        case .date(let date, let renews):
            guard date <= store.clock.now else { throw StoreKitError.unknown }
            result.past = PastPurchase(date: date, renews: renews)
        case .text, .number, .flag, .data, .storefrontChange: break
        case .signedOffer, .promotionalOffer:
            guard !ignoresPromotionalOffers else { break }
            try set(try offer(option))
        case .winBackOffer, .codeOffer: try set(try offer(option))
        }
    }

    private func offer(_ option: Product.PurchaseOption.Value) throws -> PaymentRequest.Offer? {
        switch option {
        case .signedOffer(let id, let keyID, let nonce, let signature, let timestamp):
            .promotional(
                PaymentRequest.Discount(
                    offerID: id,
                    keyID: keyID,
                    nonce: nonce,
                    signature: signature.base64EncodedString(),
                    timestamp: Int64(timestamp)
                )
            )
        case .winBackOffer(let id): .winBack(id: id ?? "")
        case .promotionalOffer(let id): .promotional(try signedDiscount(id, UUID()))
        case .codeOffer(let name): .code(referenceName: name)
        default: nil
        }
    }

    private var ignoresPromotionalOffers: Bool {
        store.faults.systemHabits?.ignoresOffersOfConsumables == true
            && store.catalog.product(withIdentifier: result.request.productID)?.kind == .consumable
    }

    private mutating func set(_ offer: PaymentRequest.Offer?) throws {
        guard result.request.offer == nil else { throw Self.contradiction }
        result.request.offer = offer
    }

    /// A promotional offer that is applied without a signature for the original API; without a key
    /// in the catalog, any key's signature is accepted.
    private func signedDiscount(_ id: String, _ nonce: UUID) throws -> PaymentRequest.Discount {
        try store.signedDiscount(
            offerID: id,
            productID: result.request.productID,
            applicationUsername: result.request.applicationUsername,
            nonce: nonce,
            key: store.catalog.promotionalOfferKey ?? PromotionalOfferKey(id: "none")
        )
    }

    private static var contradiction: Product.PurchaseError { .missingOfferParameters }
}

// Options that Apple spells by keys.
extension PurchaseRequestBuilder {
    private typealias Key = Product.PurchaseOption.Key

    private mutating func applyCustomOptions() throws {
        if let jws = text(Key.introductoryOffer) {
            guard case .introductory(_, let isAllowed, _) = try verified(jws).offer else {
                throw Product.PurchaseError.invalidOfferSignature
            }
            result.request.allowsIntroductoryOffer = isAllowed
        }
        guard let id = text(Key.offer), !ignoresPromotionalOffers else { return }
        guard let encoded = text(Key.offerSignature), let data = Data(base64Encoded: encoded) else {
            throw Product.PurchaseError.missingOfferParameters
        }
        let request = try verified(String(decoding: data, as: UTF8.self))
        guard case .promotional(_, let offerID, _) = request.offer, offerID == id else {
            throw Product.PurchaseError.invalidOfferSignature
        }
        // The nonce is used up as that of another signature is.
        try set(.promotional(try signedDiscount(id, request.nonce)))
    }

    private func text(_ key: String) -> String? {
        for case .text(key: key, let value) in options { return value }
        return nil
    }

    /// Verifies a JWS of the developer's server with the catalog's key.
    private func verified(_ jws: String) throws -> OfferRequestJWS.Request {
        guard let key = store.catalog.promotionalOfferKey else {
            throw Product.PurchaseError.invalidOfferSignature
        }
        do {
            return try OfferRequestJWS(jws).verify(
                with: key,
                issuerIdentifier: .unchecked,
                bundleIdentifier: store.app.bundleIdentifier,
                productIdentifier: .equals(result.request.productID),
                at: store.clock.now
            )
        } catch {
            throw Product.PurchaseError.invalidOfferSignature
        }
    }
}

extension Product.PurchaseOption.Value {
    fileprivate var isQuantity: Bool {
        if case .quantity = self { true } else { false }
    }
}
