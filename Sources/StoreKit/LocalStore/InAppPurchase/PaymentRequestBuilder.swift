import AppReceipt
import Foundation
import LocalAppStore

/// Makes the store's payment of a product's purchase options; blocks for signatures.
struct PaymentRequestBuilder {
    private let store: Store
    private let options: [Product.PurchaseOption.Value]
    private var request: PaymentRequest

    init(_ productID: String, _ options: [Product.PurchaseOption.Value], in store: Store) {
        self.store = store
        self.options = options
        request = PaymentRequest(productID: productID)
        request.api = .storeKit2
        request.returnsHeld = true
    }

    /// The payment.
    ///
    /// - Throws: `Product.PurchaseError` for options that are invalid or contradict each other.
    func paymentRequest() throws -> PaymentRequest {
        var builder = self
        for option in options { try builder.apply(option) }
        try builder.applyIntroductoryOffer()
        try builder.applyPromotionalOffers()
        return builder.request
    }

    private mutating func apply(_ option: Product.PurchaseOption.Value) throws {
        switch option {
        case .appAccountToken(let token):
            let name = token.uuidString.lowercased()
            guard request.applicationUsername == nil else { throw Self.contradiction }
            request.applicationUsername = name
        case .quantity(let quantity):
            guard options.filter(\.isQuantity).count == 1 else {
                throw Product.PurchaseError.invalidQuantity
            }
            request.quantity = quantity
        case .seats(let count):
            guard request.seatCount == nil else { throw Product.PurchaseError.invalidQuantity }
            request.seatCount = count
        case .simulatesAskToBuy(let isSimulated):
            request.simulatesAskToBuy = request.simulatesAskToBuy || isSimulated
        case .billingPlan(let plan):
            // Inference: an unknown plan, or one of two, fails as a plan that is not sold.
            guard let known = BillingPlan(rawValue: plan.rawValue),
                options.filter(\.isBillingPlan).count == 1
            else { throw Product.PurchaseError.productUnavailable }
            request.billingPlan = known
        case .date(let date, let renews):
            guard request.past == nil, date <= store.clock.now else { throw StoreKitError.unknown }
            request.past = PastPurchase(date: date, renews: renews)
        case .text, .number, .flag, .data, .storefrontChange, .invitationSheet, .promotionalOffer:
            break
        case .signedOffer where ignoresPromotionalOffers: break
        case .signedOffer(let id, let keyID, let nonce, let signature, let timestamp):
            let discount = PaymentRequest.Discount(
                offerID: id,
                keyID: keyID,
                nonce: nonce,
                signature: signature.base64EncodedString(),
                timestamp: Int64(timestamp)
            )
            try set(.promotional(discount))
        case .winBackOffer(let id): try set(.winBack(id: id ?? ""))
        case .codeOffer(let name): try set(.code(referenceName: name))
        }
    }

    private var ignoresPromotionalOffers: Bool {
        store.faults.systemHabits?.ignoresOffersOfConsumables == true
            && store.catalog.product(withIdentifier: request.productID)?.kind == .consumable
    }

    private mutating func set(_ offer: PaymentRequest.Offer) throws {
        guard request.offer == nil else { throw Self.contradiction }
        request.offer = offer
    }

    /// A promotional offer that is applied without a signature for the original API; without a key
    /// in the catalog, any key's signature is accepted.
    private func signedDiscount(_ id: String, _ nonce: UUID) throws -> PaymentRequest.Discount {
        try store.signedDiscount(
            offerID: id,
            productID: request.productID,
            applicationUsername: request.applicationUsername,
            nonce: nonce,
            key: store.catalog.promotionalOfferKey ?? PromotionalOfferKey(id: "none")
        )
    }

    private static var contradiction: Product.PurchaseError { .missingOfferParameters }
}

// Offers that are signed here, for the account token, and options that Apple spells by keys.
// Options have no order, so these follow the others.
extension PaymentRequestBuilder {
    private typealias Key = Product.PurchaseOption.Key

    private mutating func applyIntroductoryOffer() throws {
        guard let jws = try text(Key.introductoryOffer) else { return }
        guard case .introductory(_, let isAllowed, _) = try verified(jws).offer else {
            throw Product.PurchaseError.invalidOfferSignature
        }
        request.allowsIntroductoryOffer = isAllowed
    }

    private mutating func applyPromotionalOffers() throws {
        if ignoresPromotionalOffers { return }
        for case .promotionalOffer(let id) in options {
            try set(.promotional(try signedDiscount(id, UUID())))
        }
        guard let id = try text(Key.offer) else { return }
        guard let encoded = try text(Key.offerSignature), let data = Data(base64Encoded: encoded)
        else { throw Product.PurchaseError.missingOfferParameters }
        let signed = try verified(String(decoding: data, as: UTF8.self))
        guard case .promotional(_, let offerID, _) = signed.offer, offerID == id else {
            throw Product.PurchaseError.invalidOfferSignature
        }
        // The nonce is used up, as with any other signature.
        try set(.promotional(try signedDiscount(id, signed.nonce)))
    }

    private func text(_ key: String) throws -> String? {
        let values = options.compactMap { option -> String? in
            if case .text(key: key, let value) = option { value } else { nil }
        }
        guard values.count < 2 else { throw Self.contradiction }
        return values.first
    }

    /// Verifies a JWS of the developer's server with the catalog's key.
    private func verified(_ jws: String) throws -> OfferRequestJWS.Request {
        do {
            return try store.verified(
                OfferRequestJWS(jws),
                productIdentifier: .equals(request.productID)
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

    fileprivate var isBillingPlan: Bool {
        if case .billingPlan = self { true } else { false }
    }
}
