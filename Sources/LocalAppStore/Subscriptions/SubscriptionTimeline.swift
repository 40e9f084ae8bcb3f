import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// The timeline of a subscription of the customer, as far as its newest periods.
    ///
    /// - Parameters:
    ///   - subscription: The subscription, as ``subscriptionStatuses()`` returns it.
    ///   - limit: The greatest number of periods.
    /// - Returns: The timeline.
    /// - Throws: A `StoreError` if the ledger cannot be read.
    public func timeline(
        of subscription: CustomerSubscription,
        limit: Int = 100
    ) throws(StoreError) -> SubscriptionTimeline {
        try read { try $0.timeline(of: subscription, limit: limit) }
    }
}
