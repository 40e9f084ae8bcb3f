public import Foundation

extension Transaction {
    /// The reason why a purchase was refunded or revoked.
    public struct RevocationReason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The raw value of the reason.
        public let rawValue: Int

        /// Makes the reason of a raw value, even an unknown one.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// A problem with the app, by the account of the customer.
        public static let developerIssue = RevocationReason(rawValue: 1)

        /// There was another reason, such as an accidental purchase.
        public static let other = RevocationReason(rawValue: 0)

        /// The customer changed to a bundle.
        public static var upgradedToBundle: RevocationReason { RevocationReason(rawValue: 2) }

        /// The reason in English; for an unknown one its raw value.
        public var localizedDescription: String {
            switch self {
            case .developerIssue: "Problem With App"
            case .other: "Other"
            case .upgradedToBundle: "Upgraded to Bundle"
            default: "\(rawValue)"
            }
        }
    }

    /// The kind of a refund or revocation.
    public struct RevocationType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The kind's name in signed transactions.
        public let rawValue: String

        /// Makes the kind of a name, even an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The family no longer shares the product.
        public static let familyRevocation = RevocationType(rawValue: "FAMILY_REVOKE")

        /// The whole price was refunded.
        public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")

        /// The price of the remaining time was refunded.
        public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")

        /// The purchaser of seats, or an organization, took the product from the customer.
        public static var assignmentRevocation: RevocationType {
            RevocationType(rawValue: "ASSIGNMENT_REVOKE")
        }
    }

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

extension Transaction.RefundRequestError: LocalizedError, CustomNSError, ListedError {
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

    /// The position of the case among those declared.
    public var errorCode: Int { position }

    package static var unspecified: Self { .failed }

    package static var inOrder: [Self] { [.duplicateRequest, .failed, .ineligible] }
}
