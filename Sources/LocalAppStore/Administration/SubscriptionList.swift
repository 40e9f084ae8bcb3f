package import Foundation
import StoreLedger
import StoreModel

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
    ) throws(StoreError) -> SubscriptionListPage {
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
    package func nextEventDate() throws(StoreError) -> Date? {
        try readSettled { try $0.nextEventDate() }
    }
}
