extension LedgerEntry {
    /// Where an entry of the ledger stands.
    public enum State: String, Sendable, CaseIterable {
        /// Paid for.
        case purchased
        /// Not paid for: cancelled, refused or interrupted.
        case failed
        /// Waiting for somebody's approval; nothing is charged yet.
        case deferred
        /// A finished purchase, delivered once more because the customer asked for it.
        case restored
    }
}
