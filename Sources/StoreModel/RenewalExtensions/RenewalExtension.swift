public import Foundation

/// A renewal date that the developer moved to a later one, for which the customer pays nothing.
public struct RenewalExtension: Sendable, Equatable, Identifiable {
    /// The number of the extension.
    public var id: Int64
    /// The `id` of the subscription's first transaction.
    public var subscriptionID: Int64
    /// The `id` of the transaction whose period was extended.
    public var entryID: Int64
    /// The number of days, why, and the developer's identifier.
    public var terms: Terms
    /// When the subscription was extended.
    public var date: Date
    /// The new end of the period.
    public var effectiveDate: Date

    package init(
        id: Int64,
        subscriptionID: Int64,
        entryID: Int64,
        terms: Terms,
        date: Date,
        effectiveDate: Date
    ) {
        self.id = id
        self.subscriptionID = subscriptionID
        self.entryID = entryID
        self.terms = terms
        self.date = date
        self.effectiveDate = effectiveDate
    }

    /// Why a subscription is extended, with the numbers of Apple's requests.
    public enum Reason: Int, Sendable, CaseIterable {
        /// The developer does not say.
        case undeclared = 0
        /// To satisfy the customer.
        case customerSatisfaction = 1
        /// Another reason.
        case other = 2
        /// The service did not work.
        case serviceIssueOrOutage = 3
    }

    /// What a request for an extension says.
    public struct Terms: Sendable, Equatable {
        /// By how many days the period is extended: 1 to 90.
        public let dayCount: Int
        /// Why it is extended.
        public let reason: Reason
        /// The developer's identifier of the request, of 1 to 128 characters.
        public let requestIdentifier: String

        /// Makes terms, with the refusal of the first that is invalid.
        public init(
            dayCount: Int,
            reason: Reason,
            requestIdentifier: String
        ) throws(ServerRequestRefusal) {
            guard (1...90).contains(dayCount) else { throw .invalidExtensionLength }
            guard (1...128).contains(requestIdentifier.count) else {
                throw .invalidRequestIdentifier
            }
            self.dayCount = dayCount
            self.reason = reason
            self.requestIdentifier = requestIdentifier
        }
    }
}
