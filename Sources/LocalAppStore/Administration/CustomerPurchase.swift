/// A purchase that a tool makes for a customer, with an offer by its name.
public struct CustomerPurchase: Sendable, Equatable {
    /// The product identifier.
    public var productID: String
    /// The quantity, from 1 to 10.
    public var quantity = 1
    /// The offer to apply; without one, an introductory offer applies to an eligible customer.
    public var offer: Offer?
    /// The app's identifier for the customer's account.
    public var applicationUsername: String?

    /// An offer by its name; a promotional one is signed with the key of the catalog.
    public enum Offer: Sendable, Equatable {
        /// A promotional offer, by its identifier.
        case promotional(id: String)
        /// The offer of a code that the customer redeems, by the offer's reference name.
        case code(referenceName: String)
        /// A win-back offer, by its identifier.
        case winBack(id: String)
    }

    /// Makes a purchase of one unit.
    public init(productID: String) {
        self.productID = productID
    }
}

extension Store {
    /// Makes a purchase for the customer, and throws if it is refused.
    ///
    /// Codes and win-back offers are redeemed in the App Store: their purchase has no quantity and
    /// no account.
    ///
    /// - Throws: ``Error/refusedPurchase(code:reason:)`` if the payment fails, ``Error/noOfferKey``
    ///   if a promotional offer cannot be signed, or another error of the store.
    @discardableResult
    public func buy(_ purchase: CustomerPurchase) throws -> LedgerEntry {
        var request = PaymentRequest(
            productID: purchase.productID,
            quantity: purchase.quantity,
            applicationUsername: purchase.applicationUsername
        )
        switch purchase.offer {
        case nil: break
        case .promotional(let id):
            request.discount = try signedDiscount(
                offerID: id,
                productID: purchase.productID,
                applicationUsername: purchase.applicationUsername
            )
        case .code(let referenceName):
            return try redeemOfferCode(
                referenceName: referenceName,
                productID: purchase.productID
            )
        case .winBack(let id):
            return try acceptWinBackOffer(id: id, productID: purchase.productID)
        }
        return try buy(request)
    }
}
