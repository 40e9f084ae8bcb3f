extension SKProductDiscount {
    /// The kinds of discount.
    @nonexhaustive
    public enum `Type`: UInt, Sendable {
        /// An introductory price, for customers new to the subscription group.
        case introductory = 0

        /// A promotional offer, for those who have or had the subscription.
        case subscription = 1
    }
}
