extension CatalogOffer {
    /// How the customer pays for an offer.
    public enum PaymentMode: String, Sendable, CaseIterable {
        /// The offer's price for each of its periods.
        case payAsYouGo

        /// The offer's price once, for its whole length.
        case payUpFront

        /// Nothing.
        case freeTrial
    }
}
