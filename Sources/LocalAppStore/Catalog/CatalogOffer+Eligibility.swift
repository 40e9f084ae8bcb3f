extension CatalogOffer {
    /// The customers a code offer is made to.
    public enum Eligibility: String, Sendable, CaseIterable {
        /// Those who never subscribed in the group.
        case new

        /// Those who are subscribed.
        case existing

        /// Those who were.
        case expired
    }
}
