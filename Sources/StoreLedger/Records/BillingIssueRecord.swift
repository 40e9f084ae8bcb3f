import Foundation
import GRDB
package import StoreModel

extension BillingIssueRecord: LedgerRecord {
    static let table = "billingIssue"

    init(_ row: RowDecoder) throws {
        self.init(
            productID: try row.value("productID"),
            start: try row.value("startDate"),
            gracePeriodEnd: try row.value("gracePeriodEnd"),
            end: try row.value("endDate")
        )
    }
}

extension LedgerReader {
    /// The newest failed renewals of a subscription, oldest first.
    func billingIssues(ofSubscription id: Int64, limit: Int) throws -> [BillingIssueRecord] {
        try records(where: "subscriptionID = ? ORDER BY id DESC LIMIT ?", [id, limit]).reversed()
    }
}

extension LedgerWriter {
    /// Records that the renewal of a subscription failed.
    func insertBillingIssue(of subscription: CustomerSubscription) throws {
        try execute(
            """
            INSERT INTO billingIssue
                (customerID, subscriptionID, productID, startDate, gracePeriodEnd)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                subscription.customerID, subscription.id, subscription.nextProductID,
                subscription.expirationDate.milliseconds,
                subscription.billingIssue?.gracePeriodEnd?.milliseconds,
            ]
        )
    }

    /// Records that the store no longer tries to collect the payment of a failed renewal.
    func endBillingIssue(ofSubscription id: Int64, at date: Date) throws {
        try execute(
            "UPDATE billingIssue SET endDate = ? WHERE subscriptionID = ? AND endDate IS NULL",
            [date.milliseconds, id]
        )
    }
}
