package import Foundation

/// A renewal date that the developer moved to a later one, for which the customer pays nothing.
package struct RenewalExtension: Sendable, Equatable, Identifiable {
    /// The number of the extension.
    package var id: Int64
    /// The `id` of the subscription's first transaction.
    package var subscriptionID: Int64
    /// The `id` of the transaction whose period was extended.
    package var entryID: Int64
    /// The number of days, why, and the developer's identifier.
    package var terms: Terms
    /// The date when the subscription was extended.
    package var date: Date
    /// The new end of the period.
    package var effectiveDate: Date

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

    /// The reason why a subscription is extended, with the numbers of Apple's requests.
    package enum Reason: Int, Sendable, CaseIterable {
        /// The developer gives no reason.
        case undeclared = 0
        /// To satisfy the customer.
        case customerSatisfaction = 1
        /// Another reason.
        case other = 2
        /// The service did not work.
        case serviceIssueOrOutage = 3
    }

    /// The terms of a request for an extension.
    package struct Terms: Sendable, Equatable {
        /// By how many days the period is extended: 1 to 90.
        package let dayCount: Int
        /// The reason why it is extended.
        package let reason: Reason
        /// The developer's identifier of the request, of 1 to 128 characters.
        package let requestIdentifier: String

        /// - Throws: `.refusedRequest` with the refusal of the first that is invalid.
        package init(
            dayCount: Int,
            reason: Reason,
            requestIdentifier: String
        ) throws(StoreError) {
            guard (1...90).contains(dayCount) else {
                throw .refusedRequest(.invalidExtensionLength)
            }
            guard (1...128).contains(requestIdentifier.count) else {
                throw .refusedRequest(.invalidRequestIdentifier)
            }
            self.dayCount = dayCount
            self.reason = reason
            self.requestIdentifier = requestIdentifier
        }

        /// Whether the terms have the identifier of the same request.
        func isOfSameRequest(as other: Self) -> Bool {
            ByteExactString(requestIdentifier) == ByteExactString(other.requestIdentifier)
        }
    }
}
