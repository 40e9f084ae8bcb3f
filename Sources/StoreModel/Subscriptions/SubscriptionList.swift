import Foundation

/// A query of subscriptions of all customers.
package struct SubscriptionListQuery: Sendable, Equatable {
    package var customerID: Customer.ID?
    /// Whether only subscriptions that have not ended match.
    package var isActive = false
    /// The product of the current period, or of the last one; `nil` for all.
    package var productID: String?
    package var status: CustomerSubscription.Status?
    /// A part of the product identifier or of the customer's name, or the `id` of a subscription;
    /// `nil` for all.
    ///
    /// Upper and lower case of ASCII letters count as equal.
    package var text: String?

    package init() {}

    /// Whether the state of a subscription is one that the query asks for.
    package func matches(_ subscription: CustomerSubscription) -> Bool {
        (!isActive || subscription.nextEventDate != nil)
            && (status == nil || subscription.status == status)
    }
}

package struct SubscriptionListPage: Sendable, Equatable {
    /// The subscriptions, by first transaction, newest first.
    ///
    /// They include subscriptions that a family shares, with the numbers of the member's own
    /// transactions.
    package let elements: [Element]
    package let hasMore: Bool

    package init(elements: [Element], hasMore: Bool) {
        self.elements = elements
        self.hasMore = hasMore
    }

    package struct Element: Sendable, Equatable {
        /// The subscription with the entry of its current or last period.
        package let status: SubscriptionPeriodStatus
        /// Its newest periods, and the times between them.
        package let timeline: SubscriptionTimeline

        package init(status: SubscriptionPeriodStatus, timeline: SubscriptionTimeline) {
            self.status = status
            self.timeline = timeline
        }
    }
}
