package import Foundation

/// A renewal date that the developer moved to a later one, for which the customer pays nothing.
package struct RenewalExtension: Sendable, Equatable, Identifiable {
    package var id: Int64
    /// The `id` of the subscription's first transaction.
    package var subscriptionID: Int64
    /// The `id` of the transaction whose period was extended.
    package var entryID: Int64
    /// The number of days, why, and the developer's identifier.
    package var terms: Terms
    package var date: Date
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
        case undeclared = 0
        case customerSatisfaction = 1
        case other = 2
        case serviceIssueOrOutage = 3
    }

    package struct Terms: Sendable, Equatable {
        /// The number of days of the extension: 1 to 90.
        package let dayCount: Int
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
