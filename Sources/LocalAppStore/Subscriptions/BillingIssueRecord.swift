import Foundation
import GRDB

/// A failed renewal in the history of a subscription, as a row of the table `billingIssue`.
///
/// A subscription has its present issue alone; this is what remains of those before.
struct BillingIssueRecord: LedgerRecord, Equatable {
    static let table = "billingIssue"

    /// The product whose renewal failed.
    let productID: String
    /// The end of the period that was to be renewed.
    let start: Date
    /// The end of the grace period that was granted; `nil` without one.
    let gracePeriodEnd: Date?
    /// When payment was collected, or the subscription ended; `nil` while the store tries.
    let end: Date?
}

extension BillingIssueRecord {
    init(_ row: RowDecoder) throws {
        productID = try row.text("productID")
        start = try row.date("startDate")
        gracePeriodEnd = try row.optional("gracePeriodEnd", row.date)
        end = try row.optional("endDate", row.date)
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
    func recordBillingIssue(
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

extension LedgerSchema {
    // What became of failed renewals. Of those before, only the ones that go on are known. The
    // indexes find the few transactions that are not as they were bought.
    static let billingIssues = """
        CREATE TABLE billingIssue (
            id INTEGER PRIMARY KEY,
            customerID INTEGER NOT NULL,
            subscriptionID INTEGER NOT NULL,
            productID TEXT NOT NULL,
            startDate INTEGER NOT NULL,
            gracePeriodEnd INTEGER,
            endDate INTEGER
        ) STRICT;
        CREATE INDEX billingIssueOfSubscription ON billingIssue (subscriptionID);
        INSERT INTO billingIssue
            (customerID, subscriptionID, productID, startDate, gracePeriodEnd)
            SELECT customerID, id, renewalProductID, expirationDate, gracePeriodEnd
            FROM subscription WHERE retryEnd IS NOT NULL;
        CREATE INDEX entryRefunded ON entry (id) WHERE revocationDate IS NOT NULL;
        CREATE INDEX entryUpgraded ON entry (id) WHERE isUpgraded;
        CREATE INDEX entryInterrupted ON entry (id) WHERE hasIssue;
        """
}
