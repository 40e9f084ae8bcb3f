package import Foundation

/// A failed renewal in the history of a subscription.
///
/// A subscription has its present issue alone; this is what remains of those before.
package struct BillingIssueRecord: Equatable {
    /// The product whose renewal failed.
    package let productID: String
    /// The end of the period that was to be renewed.
    package let start: Date
    /// The end of the grace period that was granted; `nil` without one.
    package let gracePeriodEnd: Date?
    /// When payment was collected, or the subscription ended; `nil` while the store tries.
    package let end: Date?

    package init(productID: String, start: Date, gracePeriodEnd: Date?, end: Date?) {
        self.productID = productID
        self.start = start
        self.gracePeriodEnd = gracePeriodEnd
        self.end = end
    }
}
