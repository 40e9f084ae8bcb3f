public import Foundation

extension Transaction {
    /// The outcome of a request for a refund.
    @nonexhaustive
    public enum RefundRequestStatus: Sendable, Equatable, Hashable {
        /// The App Store received the request, and has not yet decided.
        case success

        /// The customer did not send the request.
        case userCancelled
    }

    /// An error of a request for a refund.
    @nonexhaustive
    public enum RefundRequestError: Error, Sendable, Equatable, Hashable {
        /// A refund was requested before.
        case duplicateRequest

        /// The request could not be sent.
        case failed

        /// The purchase cannot be refunded.
        case ineligible
    }
}

extension Transaction.RefundRequestError: LocalizedError {
    /// The failure in a sentence.
    public var errorDescription: String? { "The refund could not be requested." }

    /// The cause in a sentence.
    public var failureReason: String? {
        switch self {
        case .duplicateRequest: "A refund of this purchase was requested before."
        case .failed: "The request could not be sent."
        case .ineligible: "This purchase cannot be refunded."
        }
    }

    /// A suggestion to recover; nil without one.
    public var recoverySuggestion: String? {
        switch self {
        case .duplicateRequest: "Wait for the response to the first request."
        case .failed: "Try again later."
        case .ineligible: nil
        }
    }
}

extension Transaction.RefundRequestError: CustomNSError, ListedError {
    /// The position of the case among those declared.
    public var errorCode: Int { position }

    package static var unspecified: Self { .failed }

    package static var inOrder: [Self] { [.duplicateRequest, .failed, .ineligible] }
}
