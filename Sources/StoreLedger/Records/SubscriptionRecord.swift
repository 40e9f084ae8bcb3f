package import Foundation
import GRDB
package import StoreModel

/// A subscription as a row of the table `subscription`.
struct SubscriptionRecord: LedgerRecord {
    package static let table = "subscription"

    package let subscription: CustomerSubscription

    package init(_ subscription: CustomerSubscription) {
        self.subscription = subscription
    }

    init(_ row: RowDecoder) throws {
        let gracePeriodEnd = try row.optional("gracePeriodEnd", row.date)
        subscription = CustomerSubscription(
            id: try row.integer("id"),
            customerID: try row.integer("customerID"),
            groupID: try row.text("groupID"),
            productID: try row.text("productID"),
            entryID: try row.integer("entryID"),
            expirationDate: try row.date("expirationDate"),
            renewalProductID: try row.text("renewalProductID"),
            isAutoRenewEnabled: try row.flag("isAutoRenewEnabled"),
            renewalOffers: try row.offers("renewalOffers"),
            suspendedOffers: try row.offers("suspendedOffers"),
            billingIssue: try row.optional("retryEnd", row.date).map {
                .init(gracePeriodEnd: gracePeriodEnd, retryEnd: $0)
            },
            priceConsent: try row.optional("priceConsent") {
                try row.text($0, as: "a price consent", CustomerSubscription.PriceConsent.init)
            },
            expirationReason: try row.optional("expirationReason") {
                let make = CustomerSubscription.ExpirationReason.init(rawValue:)
                return try row.integer($0, as: "an expiration reason", make)
            },
            revocationDate: try row.optional("revocationDate", row.date),
            startDate: try row.date("startDate"),
            anchor: BillingAnchor(
                date: try row.date("anchorDate"),
                count: try row.integer("anchorCount", as: "a count of periods", Self.periodCount),
                day: try row.optional("anchorDay") {
                    try row.integer($0, as: "a day of the month") {
                        (1...31).contains($0) ? $0 : nil
                    }
                }
            )
        )
    }

    private static func periodCount(_ number: Int) -> Int? {
        (0...1_000_000_000).contains(number) ? number : nil
    }

    /// The columns that a seal covers.
    static let columns: [LedgerColumn<CustomerSubscription>] = [
        .init("customerID") { $0.customerID },
        .init("groupID") { $0.groupID },
        .init("productID") { $0.productID },
        .init("entryID") { $0.entryID },
        .init("expirationDate") { $0.expirationDate.milliseconds },
        .init("renewalProductID") { $0.renewalProductID },
        .init("isAutoRenewEnabled") { $0.isAutoRenewEnabled },
        .init("renewalOffers") { try text($0.renewalOffers) },
        .init("suspendedOffers") { try text($0.suspendedOffers) },
        .init("gracePeriodEnd") { $0.billingIssue?.gracePeriodEnd?.milliseconds },
        .init("retryEnd") { $0.billingIssue?.retryEnd.milliseconds },
        .init("priceConsent") { $0.priceConsent?.rawValue },
        .init("expirationReason") { $0.expirationReason?.rawValue },
        .init("revocationDate") { $0.revocationDate?.milliseconds },
        .init("startDate") { $0.startDate.milliseconds },
        .init("anchorDate") { $0.anchor.date.milliseconds },
        .init("anchorCount") { $0.anchor.count },
        .init("anchorDay") { $0.anchor.day },
        .init("nextEventDate") { $0.nextEventDate?.milliseconds },
    ]

    private static func text(_ offers: [CustomerSubscription.RenewalOffer]) throws -> String? {
        offers.isEmpty ? nil : try JSONText(offers).text
    }

    static let sealedColumns = columns.map(\.name)
    private static let columnNames = sealedColumns + ["revision", "id"]
    package static let queried = columnNames.listed
    static let queriedColumns: LedgerStatement.Columns? = LedgerStatement.columns(columnNames)

    private static let replacement = """
        INSERT OR REPLACE INTO subscription (\(columnNames.listed), seal)
        VALUES (\(columnNames.marks), ?)
        """

    fileprivate func save(with writer: LedgerWriter) throws {
        let values = try Self.columns.map { try $0.value(subscription) }
        let seal = try writer.seal(values, of: subscription.id)
        try writer.execute(
            Self.replacement,
            values + [writer.revision, subscription.id, seal]
        )
    }
}

extension RowDecoder {
    fileprivate func offers(_ column: String) throws -> [CustomerSubscription.RenewalOffer] {
        try optional(column) {
            try text($0, as: "offers in JSON") { try? JSONText($0).decoded() }
        } ?? []
    }
}

extension LedgerReader {
    /// The subscription with an original transaction.
    package func subscription(_ id: Int64) throws -> CustomerSubscription? {
        try subscriptions("id = ? AND +customerID = ?", [id, customerID]).first
    }

    /// The newest subscription to a product.
    package func subscription(toProduct productID: String) throws -> CustomerSubscription? {
        try subscriptions(
            "customerID = ? AND productID = ? ORDER BY id DESC LIMIT 1",
            [customerID, productID]
        )
        .first
    }

    /// All subscriptions of the customer, by their first transactions.
    package func allSubscriptions() throws -> [CustomerSubscription] {
        try subscriptions("customerID = ? ORDER BY +id", [customerID])
    }

    /// The subscriptions that changed after a revision.
    package func subscriptions(changedSince revision: Int64) throws -> [CustomerSubscription] {
        try subscriptions(
            "customerID = ? AND revision > ? ORDER BY +id",
            [customerID, revision]
        )
    }

    /// The next subscriptions of any customer that a request extends, by their first transactions.
    package func subscriptions(
        of request: MassExtension,
        limit: Int
    ) throws -> [CustomerSubscription] {
        let condition = """
            id > ? AND id <= ? AND +productID = ? AND +nextEventDate IS NOT NULL
            ORDER BY id LIMIT ?
            """
        let (last, final) = (request.lastSubscriptionID, request.finalSubscriptionID)
        return try subscriptions(condition, [last, final, request.productID, limit])
    }

    /// The transaction of a subscription's current period.
    package func presentPeriod(of subscription: CustomerSubscription) throws -> LedgerEntry {
        if let entry = try entry(subscription.entryID) { return entry }
        throw DatabaseError(
            resultCode: .SQLITE_CORRUPT,
            message: "table subscription, row \(subscription.id), column entryID: "
                + "\(subscription.entryID) is not the identifier of an entry"
        )
    }

    /// The subscription of any customer with the earliest event, if that is not after a date.
    ///
    /// One that the same transaction renewed is not decoded again.
    package func dueSubscription(
        at date: Date,
        amongRenewals renewals: [CustomerSubscription.ID: RenewedSubscription]
    ) throws -> CustomerSubscription? {
        let sql = """
            SELECT \(SubscriptionRecord.queried) FROM subscription
            WHERE nextEventDate <= ? ORDER BY nextEventDate, id LIMIT 1
            """
        let columns = SubscriptionRecord.queriedColumns
        return try rows(sql, of: "subscription", columns: columns, [date.milliseconds]) { row in
            try renewals[row.integer("id")]?.subscription ?? SubscriptionRecord(row).subscription
        }
        .first
    }

    /// The date of the earliest event of all subscriptions.
    package func nextEventDate() throws -> Date? {
        let sql = """
            SELECT id, nextEventDate FROM subscription WHERE nextEventDate IS NOT NULL
            ORDER BY nextEventDate LIMIT 1
            """
        return try rows(sql, of: "subscription") { try $0.date("nextEventDate") }.first
    }

    /// Whether a subscription has an event that is due at a date.
    package func hasEvent(dueAt date: Date) throws -> Bool {
        try nextEventDate().map { $0 <= date } ?? false
    }

    private func subscriptions(
        _ condition: String,
        _ arguments: [(any DatabaseValueConvertible)?]
    ) throws -> [CustomerSubscription] {
        try records(SubscriptionRecord.self, where: condition, arguments).map(\.subscription)
    }
}

extension LedgerWriter {
    package func save(_ subscription: CustomerSubscription) throws {
        try SubscriptionRecord(subscription).save(with: self)
    }

    package func deleteSubscription(_ id: Int64) throws {
        try execute("DELETE FROM subscription WHERE id = ?", [id])
        try deleteRenewalExtensions(ofSubscription: id)
        try deleteBillingIssues(ofSubscription: id)
    }
}
