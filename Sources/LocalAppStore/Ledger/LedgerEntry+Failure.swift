extension LedgerEntry {
    /// Why a payment failed.
    public struct Failure: Sendable, Equatable {
        /// The App Store's error code.
        public var code: FailureCode
        /// The cause behind the code, as the App Store's server names it.
        public var underlying: ServerFailure?
        /// What the store found wrong, a sentence in English for the developer, never for
        /// customers.
        ///
        /// It is `nil` for what failed before ledgers kept reasons.
        public var reason: String?

        /// Makes a failure from a code and, where they are known, the server's name for it and the
        /// reason.
        public init(
            _ code: FailureCode,
            underlying: ServerFailure? = nil,
            reason: String? = nil
        ) {
            self.code = code
            self.underlying = underlying
            self.reason = reason
        }
    }
}
