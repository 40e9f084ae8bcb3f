package import Foundation
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
    /// Records that a renewal failed, or that the store no longer tries to collect its payment.
    ///
    /// It belongs to each change that can give a subscription a billing issue, or take it away.
    package func recordBillingIssue(
        of subscription: CustomerSubscription,
        changedFrom former: CustomerSubscription?,
        at date: Date
    ) throws {
        switch (former?.billingIssue, subscription.billingIssue) {
        case (nil, let issue?):
            try execute(
                """
                INSERT INTO billingIssue
                    (customerID, subscriptionID, productID, startDate, gracePeriodEnd)
                VALUES (?, ?, ?, ?, ?)
                """,
                [
                    subscription.customerID, subscription.id, subscription.renewalProductID,
                    subscription.expirationDate.milliseconds, issue.gracePeriodEnd?.milliseconds,
                ]
            )
        case (_?, nil):
            try execute(
                "UPDATE billingIssue SET endDate = ? WHERE subscriptionID = ? AND endDate IS NULL",
                [date.milliseconds, subscription.id]
            )
        case (nil, nil), (_?, _?): break
        }
    }

    func deleteBillingIssues(ofSubscription id: Int64) throws {
        try execute("DELETE FROM billingIssue WHERE subscriptionID = ?", [id])
    }
}
