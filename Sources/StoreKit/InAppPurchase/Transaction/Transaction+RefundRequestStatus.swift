extension Transaction {
    /// The outcome of a request for a refund.
    @nonexhaustive
    public enum RefundRequestStatus: Sendable, Equatable, Hashable {
        /// The App Store received the request, and has not yet decided.
        case success

        /// The customer did not send the request.
        case userCancelled
    }
}
