extension ReceiptItem {
    /// How a customer came to own a purchase.
    public enum Ownership: String, Codable, Sendable, CaseIterable {
        /// The customer bought it.
        case purchased = "PURCHASED"
        /// A member of the customer's family bought it.
        case familyShared = "FAMILY_SHARED"
    }
}
