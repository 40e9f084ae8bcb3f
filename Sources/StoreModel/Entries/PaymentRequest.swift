public import Foundation

/// A payment that a customer requests.
public struct PaymentRequest: Sendable, Equatable {
    /// Identifies the payment; the same token is never charged twice.
    public var token: UUID
    /// The product identifier.
    public var productID: String
    /// The quantity: 1 to 10 of a consumable or a non-renewing subscription, 1 of another product.
    public var quantity: Int
    /// The number of seats that the customer wants in all; `nil` for a purchase without seats.
    public var seatCount: Int?
    /// The way in which a subscription is paid.
    public var billingPlan = BillingPlan.upFront
    /// The app's identifier for the customer's account.
    public var applicationUsername: String?
    /// Data that the app attaches to the payment request.
    package var requestData: Data?
    /// The offer to apply; without one, an introductory offer applies to an eligible customer.
    public var offer: Offer?
    /// Whether the purchase needs approval, regardless of the store's settings; it has no effect in
    /// Xcode's environment.
    public var simulatesAskToBuy: Bool
    /// Whether the customer buys outside the app, which then shows no dialog.
    public var isMadeOutsideApp: Bool
    /// The API that the app buys with; `nil` for a purchase outside the app.
    package var api: LedgerEntry.API?
    /// The developer's decision about the introductory offer; without it, the history decides.
    package var allowsIntroductoryOffer: Bool?
    /// Whether an existing transaction is returned in place of a new one: of an unfinished
    /// consumable, a non-consumable or a subscription.
    package var returnsHeld = false
    /// The date of a purchase in the past, for tests; it needs no confirmation and no signature.
    package var past: PastPurchase?

    /// Makes a request, by default for one unit.
    public init(
        productID: String,
        quantity: Int = 1,
        token: UUID = UUID(),
        applicationUsername: String? = nil,
        requestData: Data? = nil,
        discount: Discount? = nil,
        simulatesAskToBuy: Bool = false,
        isMadeOutsideApp: Bool = false
    ) {
        self.token = token
        self.productID = productID
        self.quantity = quantity
        self.applicationUsername = applicationUsername
        self.requestData = requestData
        offer = discount.map(Offer.promotional)
        self.simulatesAskToBuy = simulatesAskToBuy
        self.isMadeOutsideApp = isMadeOutsideApp
    }
}

package struct PastPurchase: Sendable, Equatable {
    package let date: Date
    /// Whether a subscription renews until the present; else its customer cancels it immediately.
    package let renews: Bool

    package init(date: Date, renews: Bool) {
        self.date = date
        self.renews = renews
    }
}

extension PaymentRequest {
    /// An offer that a payment requests.
    public enum Offer: Sendable, Equatable, Codable {
        /// A promotional offer, signed by the developer.
        case promotional(Discount)
        /// The offer of a code that the customer redeems, by the offer's reference name.
        case code(referenceName: String)
        /// A win-back offer, by its identifier.
        case winBack(id: String)
    }

    /// The promotional offer to apply; `nil` also for another kind of offer.
    package var discount: Discount? {
        get { offer?.discount }
        set { offer = newValue.map(Offer.promotional) }
    }
}

extension PaymentRequest.Offer {
    package var discount: PaymentRequest.Discount? {
        if case .promotional(let discount) = self { discount } else { nil }
    }

    package var referenceName: String? {
        if case .code(let referenceName) = self { referenceName } else { nil }
    }

    package var winBackID: String? {
        if case .winBack(let id) = self { id } else { nil }
    }
}

extension PaymentRequest {
    /// A promotional offer, as the developer's server signed it for one customer.
    ///
    /// The store checks that no part is missing, that the product has the offer, that the catalog's
    /// key signed it for this payment, that the signature wasn't used before, and that the customer
    /// is eligible. Without a key in the catalog, only the form of the signature is checked.
    public struct Discount: Sendable, Equatable, Codable {
        package var offerID: String
        /// The identifier of the key that signed.
        package var keyID: String
        package var nonce: UUID
        /// The signature, in Base64.
        package var signature: String
        /// The date of the signature, in milliseconds since 1970.
        package var timestamp: Int64

        /// Makes a discount from its five parts.
        public init(
            offerID: String,
            keyID: String,
            nonce: UUID,
            signature: String,
            timestamp: Int64
        ) {
            self.offerID = offerID
            self.keyID = keyID
            self.nonce = nonce
            self.signature = signature
            self.timestamp = timestamp
        }
    }
}

/// A purchase that a tool makes for a customer, with an offer by its name.
package struct CustomerPurchase: Sendable, Equatable {
    package var productID: String
    /// The quantity, from 1 to 10.
    package var quantity = 1
    /// The number of seats that the customer wants in all; `nil` for a purchase without seats.
    package var seatCount: Int?
    /// The way in which a subscription is paid.
    package var billingPlan = BillingPlan.upFront
    /// The offer to apply; without one, an introductory offer applies to an eligible customer.
    package var offer: Offer?
    package var applicationUsername: String?

    /// An offer by its name; a promotional one is signed with the key of the catalog.
    package enum Offer: Sendable, Equatable {
        /// A promotional offer, by its identifier.
        case promotional(id: String)
        /// The offer of a code that the customer redeems, by the offer's reference name.
        case code(referenceName: String)
        /// A win-back offer, by its identifier.
        case winBack(id: String)
    }

    package init(productID: String) {
        self.productID = productID
    }
}
