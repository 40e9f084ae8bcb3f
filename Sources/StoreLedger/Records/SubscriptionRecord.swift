package import Foundation
import GRDB
package import StoreModel

extension CustomerSubscription: LedgerRecord {
    static let table = "subscription"

    init(_ row: RowDecoder) throws {
        self.init(
            id: try row.integer("id"),
            customerID: try row.integer("customerID"),
            groupID: try row.value("groupID"),
            productID: try row.value("productID"),
            entryID: try row.integer("entryID"),
            expirationDate: try row.value("expirationDate"),
            renewalProductID: try row.value("renewalProductID"),
            isAutoRenewEnabled: try row.value("isAutoRenewEnabled"),
            renewalOffers: try row.offers("renewalOffers"),
            startDate: try row.value("startDate"),
            anchor: BillingAnchor(
                date: try row.value("anchorDate"),
                count: Int(try row.integer("anchorCount", in: 0...1_000_000_000)),
                day: try row.optional("anchorDay") { Int(try row.integer($0, in: 1...31)) }
            )
        )
        let gracePeriodEnd: Date? = try row.value("gracePeriodEnd")
        suspendedOffers = try row.offers("suspendedOffers")
        billingIssue = try row.optional("retryEnd") {
            BillingIssue(gracePeriodEnd: gracePeriodEnd, retryEnd: try row.value($0))
        }
        priceConsent = try row.value("priceConsent")
        expirationReason = try row.value("expirationReason")
        revocationDate = try row.value("revocationDate")
        commitment = try row.commitment("commitment")
        billingPlan = try row.value("billingPlan") ?? .upFront
        renewalPlan = try row.value("renewalPlan") ?? .upFront
        renewalSeatCount = try row.optional("renewalSeatCount") {
            Int(try row.integer($0, in: 1...Int64(SeatPricing.limit)))
        }
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
        .init("commitment") { try $0.commitment.map(JSONText.init)?.text },
        .init("billingPlan") { $0.billingPlan.column },
        .init("renewalPlan") { $0.renewalPlan.column },
        .init("renewalSeatCount") { $0.renewalSeatCount },
    ]

    private static func text(_ offers: [RenewalOffer]) throws -> String? {
        offers.isEmpty ? nil : try JSONText(offers).text
    }

    static let sealedColumns = columns.map(\.name)
    private static let columnNames = sealedColumns + ["revision", "id"]
    static let queried = columnNames.listed
    static let queriedColumns: LedgerStatement.Columns? = LedgerStatement.columns(columnNames)

    private static let replacement = """
        INSERT OR REPLACE INTO subscription (\(columnNames.listed), seal)
        VALUES (\(columnNames.marks), ?)
        """

    fileprivate func save(with writer: LedgerWriter) throws {
        let values = try Self.columns.map { try $0.value(self) }
        let seal = try writer.seal(values, in: .subscriptions, of: id)
        try writer.execute(Self.replacement, values + [writer.revision, id, seal])
    }
}

extension CustomerSubscription.PriceConsent: ColumnValue {}
extension CustomerSubscription.ExpirationReason: ColumnValue {}

extension RowDecoder {
    fileprivate func offers(_ column: String) throws -> [CustomerSubscription.RenewalOffer] {
        try json(column, as: "offers") ?? []
    }
}

extension LedgerReader {
    /// The subscription with an original transaction.
    package func subscription(_ id: Int64) throws -> CustomerSubscription? {
        try record(where: "id = ? AND +customerID = ?", [id, customerID])
    }

    package func subscription(toProduct productID: String) throws -> CustomerSubscription? {
        try record(
            where: "customerID = ? AND productID = ? ORDER BY id DESC LIMIT 1",
            [customerID, productID]
        )
    }

    /// All subscriptions of the customer, by their first transactions.
    package func allSubscriptions() throws -> [CustomerSubscription] {
        try records(where: "customerID = ? ORDER BY +id", [customerID])
    }

    package func subscriptions(changedSince revision: Int64) throws -> [CustomerSubscription] {
        try records(where: "customerID = ? AND revision > ? ORDER BY +id", [customerID, revision])
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
        return try records(where: condition, [last, final, request.productID, limit])
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

    /// A subscription with the transaction that represents its current or last period; `nil` for a
    /// subscription of another customer.
    package func status(
        of subscription: CustomerSubscription
    ) throws -> SubscriptionPeriodStatus? {
        guard let period = try entry(subscription.entryID) else { return nil }
        let transactions = try self.transactions(ofPeriodOf: period)
        let hasSeats = period.seats != nil && !period.isShared
        return SubscriptionPeriodStatus(
            subscription: subscription,
            entry: LedgerEntry.newest(ofPeriod: transactions) ?? period,
            seatCount: hasSeats ? LedgerEntry.seatCount(ofPeriod: transactions) : nil
        )
    }

    /// The subscription of any customer with the earliest event, if that is not after a date.
    ///
    /// One that the same transaction renewed is not decoded again.
    package func dueSubscription(
        at date: Date,
        amongRenewals renewals: [CustomerSubscription.ID: SubscriptionPeriodStatus]
    ) throws -> CustomerSubscription? {
        let sql = """
            SELECT \(CustomerSubscription.queried) FROM subscription
            WHERE nextEventDate <= ? ORDER BY nextEventDate, id LIMIT 1
            """
        let columns = CustomerSubscription.queriedColumns
        return try rows(sql, of: "subscription", columns: columns, [date.milliseconds]) { row in
            try renewals[row.integer("id")]?.subscription ?? CustomerSubscription(row)
        }
        .first
    }

    /// The date of the earliest event of all subscriptions.
    package func nextEventDate() throws -> Date? {
        let sql = """
            SELECT id, nextEventDate FROM subscription WHERE nextEventDate IS NOT NULL
            ORDER BY nextEventDate LIMIT 1
            """
        return try rows(sql, of: "subscription") { try $0.value("nextEventDate") as Date }.first
    }

    /// Whether a subscription has an event that is due at a date.
    package func hasEvent(dueAt date: Date) throws -> Bool {
        try nextEventDate().map { $0 <= date } ?? false
    }
}

extension LedgerWriter {
    package func save(_ subscription: CustomerSubscription) throws {
        try subscription.save(with: self)
    }

    package func deleteSubscription(_ id: Int64) throws {
        try execute("DELETE FROM subscription WHERE id = ?", [id])
        try execute("DELETE FROM renewalExtension WHERE subscriptionID = ?", [id])
        try execute("DELETE FROM billingIssue WHERE subscriptionID = ?", [id])
        try deleteSeatGroup(id)
    }
}
