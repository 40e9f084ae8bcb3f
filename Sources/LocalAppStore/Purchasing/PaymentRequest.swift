public import Foundation

/// A payment that a customer requests.
public struct PaymentRequest: Sendable, Equatable {
    /// Identifies the payment; the same token is never charged twice.
    public var token: UUID
    /// The product identifier.
    public var productID: String
    /// The quantity: 1 to 10 of a consumable or a non-renewing subscription, 1 of another product.
    public var quantity: Int
    /// The app's identifier for the customer's account.
    public var applicationUsername: String?
    /// Data that the app attaches to the payment request.
    public var requestData: Data?
    /// The promotional offer to apply.
    public var discount: Discount?
    /// Whether the purchase needs approval, regardless of the store's settings.
    public var simulatesAskToBuy: Bool
    /// Whether the customer buys outside the app, which then shows no dialog.
    public var isMadeOutsideApp: Bool

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
        self.discount = discount
        self.simulatesAskToBuy = simulatesAskToBuy
        self.isMadeOutsideApp = isMadeOutsideApp
    }
}

extension PaymentRequest {
    /// A promotional offer, as the developer's server signed it for one customer.
    ///
    /// The store checks that the product has the offer, that no part is missing and that the
    /// customer is eligible. It does not check the signature.
    public struct Discount: Sendable, Equatable, Codable {
        /// The offer's identifier.
        public var offerID: String
        /// The identifier of the key that signed.
        public var keyID: String
        /// The nonce that makes the signature unique.
        public var nonce: UUID
        /// The signature, in Base64.
        public var signature: String
        /// The date of the signature, in milliseconds since 1970.
        public var timestamp: Int64

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
