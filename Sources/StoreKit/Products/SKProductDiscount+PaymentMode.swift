extension SKProductDiscount {
    /// The ways to pay for the discounted time.
    @nonexhaustive
    public enum PaymentMode: UInt, Sendable {
        /// The lower price falls due for each period.
        case payAsYouGo = 0

        /// One payment at the start covers all the periods.
        case payUpFront = 1

        /// The periods cost nothing.
        case freeTrial = 2
    }
}
