extension ReceiptSettings {
    /// A status that verifyReceipt is to answer with, such as 21005 for a server that has trouble.
    public struct PlannedAnswer: Sendable, Equatable, Codable {
        /// The status, in Apple's numbers.
        public var status: Int
        /// Whether the answer calls itself retryable, as Apple's do from 21100 to 21199; `nil`
        /// leaves that out.
        public var isRetryable: Bool?

        /// Plans an answer.
        public init(status: Int, isRetryable: Bool? = nil) {
            self.status = status
            self.isRetryable = isRetryable
        }
    }
}
