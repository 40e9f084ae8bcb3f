import LocalAppStore
import StoreCommands
import StoreTestSupport
import StrictJSON
import Testing

/// The rows of a store to which much has happened, beside the control API's description.
@Suite("The rows are what the control API describes", .timeLimit(.minutes(10)))
struct DescriptionTests {
    @Test("Each row is as described", arguments: try RowKind.allRows())
    func validity(kind: RowKind) throws {
        let description = try APIDescription()
        try #require(!kind.rows.isEmpty)
        for row in kind.rows {
            #expect(description.problem(with: row, byComponent: kind.schema) == nil)
        }
    }

    @Test("Each described member is in a row", arguments: try RowKind.allRows())
    func completeness(kind: RowKind) throws {
        let schema = try APIDescription().document["components"]?["schemas"]?[kind.schema]
        let described = try #require(schema?["properties"]?.members)
        let written = kind.rows.flatMap { $0.members?.keys.map(\.self) ?? [] }
        #expect(Set(described.keys).symmetricDifference(written) == kind.elsewhere)
    }

    @Test("No row has a null, also further inside", arguments: try RowKind.allRows())
    func noNull(kind: RowKind) {
        for row in kind.rows {
            #expect(!row.containsNull, "\(row)")
        }
    }

    @Test(
        "Each action has the members that the description gives its request",
        arguments: ActionName.all
    )
    func actions(action: ActionName) throws {
        let description = try APIDescription()
        let schema = try #require(description.requestSchema(ofOperation: action.name))
        #expect(Set((schema["properties"]?.members ?? [:]).keys) == Set(action.members))
        #expect(schema["additionalProperties"] != .bool(true))
    }

    @Test("Each described setting can be changed, and no other")
    func settings() throws {
        let schema = try APIDescription().requestSchema(ofOperation: "changeSettings")
        let described = try #require(schema?["properties"]?.members)
        #expect(Set(described.keys) == Set(SettingsChange.memberNames))
    }

    @Test("The kinds of offers are those of the description")
    func offerKinds() throws {
        let schemas = try APIDescription().document["components"]?["schemas"]
        let kinds = schemas?["OfferKind"]?["enum"]?.elements?.compactMap(\.text)
        #expect(kinds == OfferName.Kind.allCases.map(\.rawValue))
    }
}

/// An action with its members.
struct ActionName: Sendable, CustomTestStringConvertible {
    let name: String
    let members: [String]

    var testDescription: String { name }

    static let all: [ActionName] =
        TransactionAction.Name.allCases.map { Self(name: $0.rawValue, members: $0.members) }
        + SubscriptionAction.Name.allCases.map { Self(name: $0.rawValue, members: $0.members) }
        + SeatAction.Name.allCases.map { Self(name: $0.rawValue, members: $0.members) }
        + CustomerAction.Name.allCases.map { Self(name: $0.rawValue, members: $0.members) }
        + [
            Self(
                name: "buy",
                members: ["productID", "customerID"] + CustomerPurchase.memberNames
            ), Self(name: "advanceTime", members: ["advance"]),
            Self(name: "chooseToCancel", members: []),
            Self(name: "reviewRetention", members: RetentionReview.Name.reviewRetention.members),
        ]
}

/// The rows of one kind in the sample store.
struct RowKind: Sendable, CustomTestStringConvertible {
    let schema: String
    let rows: [JSONValue]
    /// The described members that lists leave out.
    var elsewhere: Set<String> = []

    var testDescription: String { schema }

    static func allRows() throws -> [RowKind] {
        let store = try SampleShop.store()
        let entries = try store.transactionList(limit: 500).entries
        let subscriptions = try store.subscriptions.list(limit: 500).elements
        let customers = try store.customers.list(limit: 500, hasBalances: true).customers
        let products = try store.catalog.products.map { ProductRow($0, try store.settings) }
        let requests = try store.customers.all().flatMap { customer in
            let store = try store.customers.acting(for: customer.id)
            return try RefundRequestRow.rows(of: store.refunds.requests(), in: store)
        }
        let notifications = try store.notifications.latest(limit: 500)
        let groups = try subscriptions.map(\.status.subscription.id)
            .compactMap { try store.seatGroups.anyGroup($0) }
        return [
            RowKind("Transaction", try TransactionRow.rows(of: entries, in: store).map(\.json)),
            RowKind(
                "Subscription",
                try SubscriptionRow.rows(of: subscriptions, in: store).map(\.json),
                elsewhere: ["signedRenewalInfo"]
            ),
            RowKind(
                "Customer",
                try CustomerRow.rows(of: customers, hasBalances: true, in: store).map(\.json)
            ),
            RowKind("SeatGroup", try groups.map { try SeatGroupRow($0, in: store).json }),
            RowKind("Product", products.map(\.json)),
            RowKind("Offer", products.flatMap(\.offers).map(\.json)),
            RowKind("RefundRequest", requests.map(\.json)),
            RowKind(
                "Notification",
                try NotificationRow.rows(of: notifications, in: store).map(\.json),
                elsewhere: ["signedPayload"]
            ),
            RowKind("Settings", [try SettingsRow(of: store).json]),
            RowKind("NotificationSettings", [try store.notifications.settings.json]),
        ] + (try retentionRows())
    }

    private static func retentionRows() throws -> [RowKind] {
        let row = try RetentionRow(of: RetentionSample.store()).json
        return [
            RowKind("Retention", [row]),
            RowKind("RetentionImage", row["images"]?.elements ?? []),
            RowKind("RetentionMessage", row["messages"]?.elements ?? []),
            RowKind("DefaultMessage", row["defaultMessages"]?.elements ?? []),
            RowKind("RetentionScreen", try RetentionSample.screens().map(\.json)),
        ]
    }

    private init(_ schema: String, _ rows: [JSONValue], elsewhere: Set<String> = []) {
        self.schema = schema
        self.rows = rows
        self.elsewhere = elsewhere
    }
}
