package import Foundation
import GRDB

/// Which subscriptions a list has, of all customers.
package struct SubscriptionListQuery: Sendable, Equatable {
    /// The customer; `nil` for all.
    package var customerID: Customer.ID?
    /// Whether only those count that have not ended.
    package var isActive = false

    /// Makes a query of all subscriptions.
    package init() {}
}

/// A page of a list of subscriptions.
package struct SubscriptionListPage: Sendable, Equatable {
    /// The subscriptions, those of the newest first transactions first; also those that a family
    /// shares, with the numbers of the member's own transactions.
    package let elements: [Element]
    /// Whether there are older ones.
    package let hasMore: Bool

    /// A subscription in a list.
    package struct Element: Sendable, Equatable {
        /// The subscription with the entry of its present or last period.
        package let status: SubscriptionPeriodStatus
        /// Its newest periods, and what was between them.
        package let timeline: SubscriptionTimeline
    }
}

extension Store {
    /// A page of the subscriptions of all customers.
    ///
    /// - Parameters:
    ///   - query: Which subscriptions.
    ///   - id: The `id` of the last subscription of the page before; `nil` for the first page.
    ///   - limit: The number of subscriptions on a page.
    ///   - periodLimit: The greatest number of periods in each timeline.
    /// - Returns: The page.
    /// - Throws: `.unknownCustomer` if the ledger does not have the query's customer.
    package func subscriptionList(
        _ query: SubscriptionListQuery = SubscriptionListQuery(),
        before id: CustomerSubscription.ID? = nil,
        limit: Int = 50,
        periodLimit: Int = 100
    ) throws(Store.Error) -> SubscriptionListPage {
        let limit = max(1, limit)
        return try readSettled { reader in
            if let id = query.customerID { _ = try reader.acting(for: id).customer() }
            let found = try reader.list(query, before: id ?? .max, limit: limit + 1)
            let elements = try found.prefix(limit).compactMap {
                try reader.element($0, periodLimit)
            }
            return SubscriptionListPage(elements: elements, hasMore: found.count > limit)
        }
    }
}

extension Store {
    /// The date of the next event of all subscriptions; `nil` if nothing is going to happen.
    package func nextEventDate() throws(Store.Error) -> Date? {
        try readSettled { try $0.nextEventDate() }
    }
}

/// A subscription as a customer has it: paid for, or shared by the family.
private struct ListedSubscription {
    let subscription: CustomerSubscription
    /// Whose list it is on.
    let customerID: Customer.ID
}

extension LedgerReader {
    /// Both kinds of subscriptions, newest first.
    fileprivate func list(
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

    /// Those of which a member of a family has transactions that are not revoked.
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

    fileprivate func element(
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
