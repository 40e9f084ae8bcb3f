import Foundation
import GRDB
package import StoreModel

/// A subscription as a customer has it: paid for, or shared by the family.
package struct ListedSubscription {
    package let subscription: CustomerSubscription
    /// Whose list it is on.
    package let customerID: Customer.ID
}

extension LedgerReader {
    /// Both kinds of subscriptions, newest first.
    package func list(
        _ query: SubscriptionListQuery,
        before id: Int64,
        limit: Int
    ) throws -> [ListedSubscription] {
        let paid = try paidSubscriptions(query, before: id, limit: limit)
        let shared = try sharedSubscriptions(query, before: id, limit: limit)
        let all = paid + shared
        return Array(all.sorted { $0.subscription.id > $1.subscription.id }.prefix(limit))
    }

    private func paidSubscriptions(
        _ query: SubscriptionListQuery,
        before id: Int64,
        limit: Int
    ) throws -> [ListedSubscription] {
        try records(
            SubscriptionRecord.self,
            where: """
                id < ?1 AND (?2 IS NULL OR +customerID = ?2)
                AND (NOT ?3 OR +nextEventDate IS NOT NULL) ORDER BY id DESC LIMIT ?4
                """,
            [id, query.customerID, query.isActive, limit]
        )
        .map {
            ListedSubscription(
                subscription: $0.subscription,
                customerID: $0.subscription.customerID
            )
        }
    }

    /// Subscriptions that a family shares with a member, without revoked ones.
    private func sharedSubscriptions(
        _ query: SubscriptionListQuery,
        before id: Int64,
        limit: Int
    ) throws -> [ListedSubscription] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT max(id) FROM entry
                WHERE sharedEntryID IS NOT NULL AND subscriptionGroupID IS NOT NULL
                AND state = 'purchased' AND revocationDate IS NULL
                AND originalID < ?1 AND (?2 IS NULL OR +customerID = ?2)
                GROUP BY originalID ORDER BY originalID DESC
                """
        )
        let newest = try Int64.fetchAll(statement, arguments: [id, query.customerID])
        var found: [ListedSubscription] = []
        for id in newest where found.count < limit {
            guard let entry = try anyEntry(id),
                let subscription = try acting(for: entry.customerID).subscription(of: entry),
                !query.isActive || subscription.nextEventDate != nil
            else { continue }
            found.append(
                ListedSubscription(subscription: subscription, customerID: entry.customerID)
            )
        }
        return found
    }

    package func element(
        _ listed: ListedSubscription,
        _ periodLimit: Int
    ) throws -> SubscriptionListPage.Element? {
        let reader = acting(for: listed.customerID)
        let subscription = listed.subscription
        guard let entry = try reader.entry(subscription.entryID) else { return nil }
        return SubscriptionListPage.Element(
            status: SubscriptionPeriodStatus(subscription: subscription, entry: entry),
            timeline: try reader.timeline(of: subscription, limit: periodLimit)
        )
    }
}

extension LedgerReader {
    /// The timeline of a subscription of the customer; the failed renewals of one that a family
    /// shares are those of the purchaser.
    package func timeline(
        of subscription: CustomerSubscription,
        limit: Int
    ) throws -> SubscriptionTimeline {
        let sharedID = try entry(subscription.entryID)?.sharedEntryID
        let id = try sharedID.flatMap { try anyEntry($0)?.originalID } ?? subscription.id
        return SubscriptionTimeline(
            of: subscription,
            entries: try latestPeriods(of: subscription.id, limit: limit),
            issues: try billingIssues(ofSubscription: id, limit: max(0, limit))
        )
    }
}
