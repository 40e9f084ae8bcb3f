import Foundation
import GRDB
package import StoreModel

extension BillingIssueRecord: LedgerRecord {
    package static let table = "billingIssue"

    init(_ row: RowDecoder) throws {
        self.init(
            productID: try row.text("productID"),
            start: try row.date("startDate"),
            gracePeriodEnd: try row.optional("gracePeriodEnd", row.date),
            end: try row.optional("endDate", row.date)
        )
    }
}

extension LedgerReader {
    /// The newest failed renewals of a subscription, oldest first.
    func billingIssues(ofSubscription id: Int64, limit: Int) throws -> [BillingIssueRecord] {
        try records(
            BillingIssueRecord.self,
            where: "subscriptionID = ? ORDER BY id DESC LIMIT ?",
            [id, limit]
        )
        .reversed()
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
                subscription.customerID, subscription.id, subscription.renewalProductID,
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

    func deleteBillingIssues(ofSubscription id: Int64) throws {
        try execute("DELETE FROM billingIssue WHERE subscriptionID = ?", [id])
    }
}
