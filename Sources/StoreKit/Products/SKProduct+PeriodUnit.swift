extension SKProduct {
    /// The units in which the length of a subscription is given.
    @nonexhaustive
    public enum PeriodUnit: UInt, Sendable {
        /// A calendar day.
        case day = 0

        /// Seven days.
        case week = 1

        /// A calendar month.
        case month = 2

        /// A calendar year.
        case year = 3
    }
}
