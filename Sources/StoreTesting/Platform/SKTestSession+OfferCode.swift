#if canImport(StoreKitTest)
public import StoreKitTest

#if canImport(Darwin)
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: buy with Product.PurchaseOption.codeOffer.")
#endif
extension SKTestSession {
    /// An offer whose code a customer redeems; configurations have offers, and no codes.
    public struct OfferCode: Sendable, Equatable {
        /// The reference name of the offer, in `codeOffers`.
        public var referenceName: String
        /// The product identifier of the subscription that has the offer.
        public var productIdentifier: String

        /// Names an offer of a product.
        public init(referenceName: String, productIdentifier: String) {
            self.referenceName = referenceName
            self.productIdentifier = productIdentifier
        }
    }
}
#endif
