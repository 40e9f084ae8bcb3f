import AppReceipt
import LocalAppStore
import StrictJSON

extension SubscriptionPeriodStatus {
    /// The subscription with the customer who has it, and its timeline.
    func control(_ timeline: SubscriptionTimeline, customer: String?) -> [String: JSONValue?] {
        var members = subscription.control
        members["customerID"] = .number(entry.customerID)
        members["customer"] = .string(customer ?? "")
        members["isFamilyShared"] = .bool(entry.isFamilyShared)
        members["timeline"] = .array(timeline.segments.map(\.control))
        return members
    }
}

extension CustomerSubscription {
    /// The members that are of the subscription alone.
    fileprivate var control: [String: JSONValue?] {
        [
            "id": .number(id),
            "groupID": .string(groupID),
            "productID": .string(productID),
            "entryID": .number(entryID),
            "status": .string("\(status)"),
            "expirationDate": .date(expirationDate),
            "renewalProductID": .string(renewalProductID),
            "isAutoRenewEnabled": .bool(isAutoRenewEnabled),
            "priceConsent": priceConsent.map { .string($0.rawValue) },
            "billingIssue": billingIssue?.control,
            "expirationReason": expirationReason.map { .string("\($0)") },
            "revocationDate": revocationDate.map(JSONValue.date),
            "startDate": .date(startDate),
            "nextEventDate": nextEventDate.map(JSONValue.date),
        ]
    }
}

extension CustomerSubscription.BillingIssue {
    fileprivate var control: JSONValue {
        .members([
            "gracePeriodEnd": gracePeriodEnd.map(JSONValue.date),
            "retryEnd": .date(retryEnd),
        ])
    }
}

extension SubscriptionTimeline.Segment {
    fileprivate var control: JSONValue {
        .members([
            "kind": .string(kind.rawValue),
            "start": .date(start),
            "end": end.map(JSONValue.date),
            "productID": .string(productID),
            "entryID": entryID.map { .number($0) },
        ])
    }
}
