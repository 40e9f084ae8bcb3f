package import Foundation
package import LocalAppStore
package import StrictJSON

/// A subscription with its customer and its timeline.
package struct SubscriptionRow: Equatable, Sendable {
    package let status: SubscriptionPeriodStatus
    package let timeline: SubscriptionTimeline
    package let customer: String
    /// The developer's name of the group; `nil` if the catalog has none.
    package let group: String?
    /// The price of the next renewal; `nil` if the customer does not pay for one.
    package let renewalPrice: Decimal?
    /// The price after the commitment; `nil` without one, or if the customer does not pay for it.
    private let commitmentRenewalPrice: Decimal?

    package var subscription: CustomerSubscription { status.subscription }

    private init(
        _ status: SubscriptionPeriodStatus,
        _ timeline: SubscriptionTimeline,
        _ names: [Customer.ID: String],
        _ catalog: Catalog
    ) {
        self.status = status
        self.timeline = timeline
        customer = names[status.entry.customerID] ?? ""
        let subscription = status.subscription
        let name = catalog.subscriptionGroups.first { $0.id == subscription.groupID }?.name
        group = name?.isEmpty == true ? nil : name
        let isPurchaser = !status.entry.isShared
        renewalPrice = isPurchaser ? subscription.nextPrice(in: catalog) : nil
        commitmentRenewalPrice =
            isPurchaser && subscription.commitment != nil
            ? subscription.renewalPrice(in: catalog) : nil
    }

    package init(_ status: SubscriptionPeriodStatus, in store: Store) throws(StoreError) {
        let id = status.entry.customerID
        let timeline = try store.customers.acting(for: id).subscriptions
            .timeline(of: status.subscription)
        self = try Self.rows(of: [.init(status: status, timeline: timeline)], in: store)[0]
    }

    /// The rows of a list with timelines.
    package static func rows(
        of elements: [SubscriptionListPage.Element],
        in store: Store
    ) throws(StoreError) -> [SubscriptionRow] {
        let names = try store.customers.names(of: elements.map(\.status.entry.customerID))
        return elements.map { SubscriptionRow($0.status, $0.timeline, names, store.catalog) }
    }

    package var json: JSONValue { .members(members) }

    package var members: [String: JSONValue?] {
        [
            "id": .number(subscription.id),
            "customerID": .number(status.entry.customerID),
            "customer": .string(customer),
            "ownership": .string(status.entry.ownership.rawValue),
            "groupID": .string(subscription.groupID),
            "group": group.map(JSONValue.string),
            "productID": .string(subscription.productID),
            "price": .amount(status.entry.price),
            "currency": .string(status.entry.currencyCode),
            "transactionID": .number(status.entry.id),
            "seats": status.seatCount.map { .number($0) },
            "renewalSeats": status.renewalSeatCount.map { .number($0) },
            "status": .string("\(subscription.status)"),
            "expirationDate": .date(subscription.expirationDate),
            "accessEndDate": .date(subscription.accessEndDate),
            "billingPlan": .string(subscription.billingPlan.name),
            "commitment": subscription.commitment.map(json),
            "renewalProductID": .string(subscription.nextProductID),
            "renewalBillingPlan": .string(subscription.nextPlan.name),
            "renewalPrice": renewalPrice.map(JSONValue.amount),
            "isAutoRenewEnabled": .bool(subscription.renewsNextPeriod),
            "priceConsent": subscription.priceConsent.map { .string($0.rawValue) },
            "billingIssue": subscription.billingIssue?.json,
            "expirationReason": subscription.expirationReason.map { .string("\($0)") },
            "revocationDate": subscription.revocationDate.map(JSONValue.date),
            "startDate": .date(subscription.startDate),
            "nextEventDate": subscription.nextEventDate.map(JSONValue.date),
            "timeline": .array(timeline.segments.map(\.json)),
        ]
    }

    private func json(of commitment: Commitment) -> JSONValue {
        let renewal: [String: JSONValue?] = [
            "renewalProductID": .string(subscription.renewalProductID),
            "renewalBillingPlan": .string(subscription.renewalPlan.name),
            "renewalPrice": commitmentRenewalPrice.map(JSONValue.amount),
            "isAutoRenewEnabled": .bool(subscription.isAutoRenewEnabled),
        ]
        return .members(commitment.members.merging(renewal) { $1 })
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
            "paymentNumber": paymentNumber.map { .number($0) },
        ])
    }
}

extension CustomerSubscription {
    /// The price of the next renewal; `nil` if the subscription doesn't renew.
    fileprivate func nextPrice(in catalog: Catalog) -> Decimal? {
        guard isWithinCommitment else { return renewalPrice(in: catalog) }
        return nextEventDate == nil ? nil : commitment?.paymentPrice
    }

    /// The price of the renewal that the customer chose; `nil` if the subscription doesn't renew.
    fileprivate func renewalPrice(in catalog: Catalog) -> Decimal? {
        guard isAutoRenewEnabled, nextEventDate != nil,
            let product = catalog.product(withIdentifier: renewalProductID)?.sold(by: renewalPlan)
        else { return nil }
        return PurchaseTerms(
            renewing: product,
            with: renewalOffers.first?.offer,
            seatCount: renewalSeatCount
        ).price
    }
}
