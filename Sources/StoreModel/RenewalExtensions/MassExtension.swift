package import AppReceipt
package import Foundation

/// An extension of all active subscriptions to a product, and how far it is done.
package struct MassExtension: Sendable, Equatable, Identifiable {
    package var id: Int64
    package var productID: String
    /// The number of days, why, and the developer's identifier.
    package var terms: RenewalExtension.Terms
    /// The storefronts of the subscriptions, as ISO 3166-1 alpha-3 codes; `nil` for all.
    package var storefronts: [String]?
    package var requestDate: Date
    /// The date when the last subscription was extended or failed; `nil` before.
    package var completionDate: Date?
    package var succeededCount: Int
    /// The number of subscriptions that could not be extended.
    package var failedCount: Int
    package var lastSubscriptionID: Int64
    /// The newest subscription at the time of the request.
    package let finalSubscriptionID: Int64

    package init(
        id: Int64 = 0,
        productID: String,
        terms: RenewalExtension.Terms,
        storefronts: [String]? = nil,
        requestDate: Date,
        completionDate: Date? = nil,
        succeededCount: Int = 0,
        failedCount: Int = 0,
        lastSubscriptionID: Int64 = 0,
        finalSubscriptionID: Int64
    ) {
        self.id = id
        self.productID = productID
        self.terms = terms
        self.storefronts = storefronts
        self.requestDate = requestDate
        self.completionDate = completionDate
        self.succeededCount = succeededCount
        self.failedCount = failedCount
        self.lastSubscriptionID = lastSubscriptionID
        self.finalSubscriptionID = finalSubscriptionID
    }

    package var isComplete: Bool { completionDate != nil }

    /// Whether the subscriptions of a storefront are extended.
    package func includes(_ storefront: String) -> Bool {
        storefronts?.contains(storefront) ?? true
    }
}

extension NotificationPayload.ExtensionSummary {
    package init(of request: MassExtension) {
        self.init()
        productIdentifier = request.productID
        requestIdentifier = request.terms.requestIdentifier
        storefrontCountryCodes = request.storefronts
        succeededCount = Int64(request.succeededCount)
        failedCount = Int64(request.failedCount)
    }
}
