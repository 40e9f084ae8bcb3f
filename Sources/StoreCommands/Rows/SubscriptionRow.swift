package import LocalAppStore
package import StrictJSON

/// A subscription with the customer who has it, and its timeline.
package struct SubscriptionRow: Equatable, Sendable {
    package let status: SubscriptionPeriodStatus
    package let timeline: SubscriptionTimeline
    package let customer: String

    package var subscription: CustomerSubscription { status.subscription }

    private init(
        _ status: SubscriptionPeriodStatus,
        _ timeline: SubscriptionTimeline,
        _ names: [Customer.ID: String]
    ) {
        self.status = status
        self.timeline = timeline
        customer = names[status.entry.customerID] ?? ""
    }

    package init(_ status: SubscriptionPeriodStatus, in store: Store) throws(StoreError) {
        let id = status.entry.customerID
        let timeline = try store.acting(for: id).subscriptions.timeline(of: status.subscription)
        self.init(status, timeline, try store.customers.names(of: [id]))
    }

    /// The rows of a list, which has the timelines.
    package static func rows(
        of elements: [SubscriptionListPage.Element],
        in store: Store
    ) throws(StoreError) -> [SubscriptionRow] {
        let names = try store.customers.names(of: elements.map(\.status.entry.customerID))
        return elements.map { SubscriptionRow($0.status, $0.timeline, names) }
    }

    package var json: JSONValue { .members(members) }

    package var members: [String: JSONValue?] {
        [
            "id": .number(subscription.id),
            "customerID": .number(status.entry.customerID),
            "customer": .string(customer),
            "isFamilyShared": .bool(status.entry.isFamilyShared),
            "groupID": .string(subscription.groupID),
            "productID": .string(subscription.productID),
            "transactionID": .number(subscription.entryID),
            "status": .string("\(subscription.status)"),
            "expirationDate": .date(subscription.expirationDate),
            "renewalProductID": .string(subscription.renewalProductID),
            "isAutoRenewEnabled": .bool(subscription.isAutoRenewEnabled),
            "priceConsent": subscription.priceConsent.map { .string($0.rawValue) },
            "billingIssue": subscription.billingIssue?.json,
            "expirationReason": subscription.expirationReason.map { .string("\($0)") },
            "revocationDate": subscription.revocationDate.map(JSONValue.date),
            "startDate": .date(subscription.startDate),
            "nextEventDate": subscription.nextEventDate.map(JSONValue.date),
            "timeline": .array(timeline.segments.map(\.json)),
        ]
    }
}

extension CustomerSubscription.BillingIssue {
    fileprivate var json: JSONValue {
        .members([
            "gracePeriodEnd": gracePeriodEnd.map(JSONValue.date),
            "retryEnd": .date(retryEnd),
        ])
    }
}

extension SubscriptionTimeline.Segment {
    fileprivate var json: JSONValue {
        .members([
            "kind": .string(kind.rawValue),
            "start": .date(start),
            "end": end.map(JSONValue.date),
            "productID": .string(productID),
            "transactionID": entryID.map { .number($0) },
        ])
    }
}
