extension PurchaseHistory {
    /// Returns the changes of the purchase until a date, as far as they are known, in order.
    package func timeline(at now: Milliseconds) -> [TimelineEntry] {
        []
    }
}
