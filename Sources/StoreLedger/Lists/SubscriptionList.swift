import Foundation
import GRDB
package import StoreModel

/// A subscription as a customer has it: paid for, or shared by the family.
package struct ListedSubscription {
    package let subscription: CustomerSubscription
    package let customerID: Customer.ID
}

extension LedgerReader {
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
        let paid: [CustomerSubscription] = try records(
            where: """
                id < ?1 AND (?2 IS NULL OR +customerID = ?2)
                AND \(Self.textCondition(of: "subscription")) AND \(Self.stateCondition)
                ORDER BY id DESC LIMIT ?8
                """,
            query.arguments(before: id) + [limit]
        )
        return paid.map { ListedSubscription(subscription: $0, customerID: $0.customerID) }
    }

    /// Subscriptions that a family shares, or has shared, with a member.
    private func sharedSubscriptions(
        _ query: SubscriptionListQuery,
        before id: Int64,
        limit: Int
    ) throws -> [ListedSubscription] {
        let sql = """
            SELECT newest.entryID AS id FROM (
                SELECT max(id) AS entryID, originalID AS id, customerID, productID,
                    sharedEntryID, revocationDate
                FROM entry
                WHERE sharedEntryID IS NOT NULL AND subscriptionGroupID IS NOT NULL
                AND state = 'purchased' AND originalID < ?1
                AND (?2 IS NULL OR +customerID = ?2)
                GROUP BY originalID
            ) AS newest
            JOIN entry AS purchase ON purchase.id = newest.sharedEntryID
            JOIN subscription ON subscription.id = purchase.originalID
            WHERE \(Self.textCondition(of: "newest")) AND (
                \(Self.stateCondition) OR ?7 IN (2, 5) AND (
                    newest.revocationDate IS NOT NULL
                    OR newest.sharedEntryID <> subscription.entryID
                )
            )
            ORDER BY newest.id DESC
            """
        let newest = try rows(sql, of: "entry", query.arguments(before: id)) {
            try $0.integer("id")
        }
        // A member has the purchaser's state, unless the member alone lost access.
        var found: [ListedSubscription] = []
        for id in newest where found.count < limit {
            guard let entry = try anyEntry(id),
                let subscription = try acting(for: entry.customerID).subscription(of: entry),
                query.matches(subscription)
            else { continue }
            found.append(
                ListedSubscription(subscription: subscription, customerID: entry.customerID)
            )
        }
        return found
    }

    /// The conditions about product and text.
    private static func textCondition(of table: String) -> String {
        """
        (?3 IS NULL OR \(table).productID = ?3) AND (
            ?4 IS NULL OR instr(lower(\(table).productID), lower(?4)) OR +\(table).id = ?5
            OR +\(table).customerID IN (
                SELECT id FROM customer WHERE instr(lower(name), lower(?4))
            )
        )
        """
    }

    /// The conditions about the state of a subscription; `CustomerSubscription.status` in SQL.
    private static let stateCondition = """
        (NOT ?6 OR +subscription.nextEventDate IS NOT NULL) AND (
            ?7 IS NULL OR ?7 = CASE WHEN subscription.revocationDate IS NOT NULL THEN 5
            WHEN expirationReason IS NOT NULL THEN 2 WHEN retryEnd IS NULL THEN 1
            WHEN gracePeriodEnd IS NULL THEN 3 ELSE 4 END
        )
        """

    package func element(
        _ listed: ListedSubscription,
        _ periodLimit: Int
    ) throws -> SubscriptionListPage.Element? {
        let reader = acting(for: listed.customerID)
        let subscription = listed.subscription
        guard let status = try reader.status(of: subscription) else { return nil }
        return SubscriptionListPage.Element(
            status: status,
            timeline: try reader.timeline(of: subscription, limit: periodLimit)
        )
    }

    /// The timeline of a subscription; a shared one has the failed renewals of the purchaser.
    package func timeline(
        of subscription: CustomerSubscription,
        limit: Int
    ) throws -> SubscriptionTimeline {
        let sharedID = try entry(subscription.entryID)?.sharedEntryID
        let id = try sharedID.flatMap { try anyEntry($0)?.originalID } ?? subscription.id
        let issues = try billingIssues(ofSubscription: id, limit: max(0, limit))
        // A member who lost access isn't affected by later events.
        let end = subscription.revocationDate ?? .distantFuture
        let periods = try latestPeriods(of: subscription.id, limit: limit)
        return SubscriptionTimeline(
            of: subscription,
            entries: periods + (try periods.flatMap(seatAdditions)),
            issues: issues.filter { $0.start < end }
        )
    }
}

extension SubscriptionListQuery {
    /// The arguments of the conditions that all kinds of subscriptions have.
    fileprivate func arguments(before id: Int64) -> [(any DatabaseValueConvertible)?] {
        [
            id, customerID, productID, text, text.flatMap { Int64($0) }, isActive,
            status?.rawValue,
        ]
    }
}
