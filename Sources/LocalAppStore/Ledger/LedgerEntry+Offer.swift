extension LedgerEntry {
    /// The discount that a purchase was made with.
    public enum Offer: Sendable, Equatable {
        /// The product's introductory offer.
        case introductory
        /// One of the product's promotional offers, by its identifier.
        case promotional(id: String)
    }
}
