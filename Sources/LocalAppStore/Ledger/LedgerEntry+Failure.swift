extension LedgerEntry {
    /// Why a payment failed.
    public struct Failure: Sendable, Equatable {
        /// The App Store's error code.
        public var code: FailureCode
        /// The cause behind the code, as the App Store's server names it.
        public var underlying: ServerFailure?

        /// Makes a failure from a code and, where there is one, the server's own reason.
        public init(_ code: FailureCode, underlying: ServerFailure? = nil) {
            self.code = code
            self.underlying = underlying
        }
    }
}
