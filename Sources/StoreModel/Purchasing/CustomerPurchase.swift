/// A purchase that a tool makes for a customer, with an offer by its name.
package struct CustomerPurchase: Sendable, Equatable {
    /// The product identifier.
    package var productID: String
    /// The quantity, from 1 to 10.
    package var quantity = 1
    /// The offer to apply; without one, an introductory offer applies to an eligible customer.
    package var offer: Offer?
    /// The app's identifier for the customer's account.
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

    /// Makes a purchase of one unit.
    package init(productID: String) {
        self.productID = productID
    }
}
