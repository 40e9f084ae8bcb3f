import Foundation
import GRDB
import TestSupport
import Testing

@testable import LocalAppStore
@testable import StoreLedger

/// Replaces every value of a ledger by an invalid one.
///
/// The columns are those of the database's schema, so new ones are included.
@Suite("Invalid values")
struct InvalidValueTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A value of the wrong type is damage, named by table, row and column")
    func wrongTypes() throws {
        let model = try model()
        #expect(model.places.count > 30)
        for place in TestVolume.sample(model.places, every: 24) {
            for value in place.wrongTypes {
                let errors = try use(with: value, at: place)
                let isNamed = errors.contains { place.isNamed(by: $0) }
                #expect(isNamed, "\(place) \(value): \(errors)")
            }
        }
    }

    @Test("An extreme value is valid or damage, and never traps")
    func extremes() throws {
        for place in TestVolume.sample(try model().places, every: 32) {
            for value in place.extremes {
                for error in try use(with: value, at: place) {
                    // A receipt cannot contain a product with an empty identifier.
                    if case .unusableReceipts = error, place.column == "productID" { continue }
                    guard case .damagedFile(_, let detail) = error else {
                        Issue.record("\(place) \(value): \(error)")
                        continue
                    }
                    #expect(detail.contains(place.column), "\(place) \(value): \(detail)")
                }
            }
        }
    }

    @Test(
        "A value that no version writes is damage",
        arguments: [
            ("entry", "state", "'lost'"), ("entry", "kind", "'toy'"),
            ("entry", "offerKind", "'gift'"), ("entry", "price", "'1.2.3'"),
            ("entry", "price", "'NaN'"), ("entry", "price", "'12 dollars'"),
            ("entry", "price", "''"), ("entry", "serverFailure", "1"),
            ("entry", "isFinished", "2"), ("entry", "discount", "'{}'"),
            ("entry", "offerKind", "'promotional'"), ("entry", "expirationDate", "1 << 62"),
            ("entry", "offerKind", "'code'"), ("entry", "offerKind", "'winBack'"),
            ("entry", "offerNonce", "x'01'"), ("entry", "offerCode", "7"),
            ("entry", "paymentToken", "x'01'"), ("counter", "revision", "-1"),
            ("customer", "receiptDate", "-1 << 62"), ("customer", "receiptRevision", "-7"),
            ("preference", "value", "'{'"), ("preference", "value", "'[1]'"),
            ("preference", "value", "'{\"storefront\":7}'"),
        ]
    )
    func meaningless(table: String, column: String, value: String) throws {
        let place = Place(table: table, column: column, type: "", isRequired: true)
        let errors = try use(with: value, at: place)
        #expect(errors.contains { place.isNamed(by: $0) }, "\(errors)")
    }

    @Test("A negative version is damage", arguments: [-1, Int(Int32.min)])
    func version(number: Int) throws {
        let file = try makeLedger("PRAGMA user_version = \(number)")
        let error = #expect(throws: StoreError.self) { try open(file) }
        guard case .damagedFile(_, let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(detail.contains("\(number)"))
    }

    @Test("A row without the value by which it is looked up is damage")
    func lookup() throws {
        let file = try makeLedger("UPDATE entry SET isFinished = NULL WHERE id = 1")
        #expect(throws: StoreError.self) { try open(file) }
    }

    /// Changes a copy of the model by SQL, and returns the errors of using it.
    private func use(with value: String, at place: Place) throws -> [StoreError] {
        let file = try makeLedger("UPDATE \(place.table) SET \(place.column) = \(value)")
        var errors: [StoreError] = []
        let store: Store
        do throws(StoreError) {
            store = try open(file)
        } catch {
            return [error]
        }
        // Durability is not tested here.
        try store.execute(sql: "PRAGMA synchronous = OFF")
        for step in Self.steps {
            do {
                try step(store)
            } catch let error as StoreError {
                errors.append(error)
            }
        }
        return errors
    }

    private static let steps: [@Sendable (Store) throws -> Void] = [
        { _ = try $0.entries() },
        { _ = try $0.subscriptions.all() },
        { _ = try $0.refunds.requests() },
        { _ = try $0.subscriptions.renewalExtensions() },
        { _ = try $0.subscriptions.massExtensions() },
        { store in
            for element in try store.subscriptions.list(limit: 100).elements {
                _ = try store.seatGroups.anyGroup(element.status.subscription.id)
            }
        },
        { _ = try $0.unfinishedEntries() },
        { _ = try $0.undeliveredRevocations() },
        { _ = try $0.settings },
        { _ = try $0.receiptSettings },
        { _ = try $0.promotionChoices },
        { _ = try $0.takePurchaseIntents() },
        { store in try store.updateSettings { $0.failureCode += 1 } },
        { try $0.pay("coins") },
        { try $0.pay("level") },
        { try $0.pay("monthly") },
        { _ = try $0.downloads.all(ofEntry: 2) },
        { try $0.downloads.update() },
        { _ = try $0.downloads.content(ofProduct: "level") },
        { try $0.finish([1, 2, 3]) },
        { _ = $0.verifyReceipt(Data("{}".utf8), at: .sandbox) },
        { try $0.restore() },
        { try $0.acknowledgeRevocations([1]) },
        { try $0.refreshReceipt() },
        { store in
            for record in try store.notifications.history() {
                _ = try store.notifications.signed(record.notification)
            }
        },
        { _ = try $0.signedTransactions(of: $0.transactionHistory().entries) },
        { store in
            for status in try store.subscriptions.statuses() {
                _ = try store.subscriptions.timeline(of: status.subscription)
            }
        },
        { _ = try $0.notifications.beginAttempt() },
        { try $0.delete(1) },
        { _ = try $0.receiptFile() },
        { _ = try $0.customers.all() },
        { _ = try $0.retention.images() },
        { _ = try $0.retention.messages() },
        { _ = try $0.retention.defaultMessages() },
        { store in _ = try store.read { try $0.hasPassedPerformanceTest() } },
        { try $0.retention.endLostPerformanceTests() },
        { try $0.family.leave() },
        { try $0.clear() },
    ]

    /// Makes a copy of the model and changes it by SQL.
    private func makeLedger(_ sql: String) throws -> URL {
        let file = folder.file(UUID().uuidString)
        try model().write(to: file)
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        let database = try DatabaseQueue(path: file.path, configuration: configuration)
        try database.writeWithoutTransaction { try $0.execute(sql: sql) }
        try database.close()
        return file
    }

    private func open(_ file: URL) throws(StoreError) -> Store {
        try Store(
            catalog: .shop(hosting: .level),
            at: .file(file),
            clock: .manual(startingAt: .start)
        )
    }

    /// The model is the same for all tests, because its key takes long to generate.
    private func model() throws -> ModelLedger { try Self.sharedModel.get() }

    private static let sharedModel = Result { try ModelLedger() }
}

/// A column of a table.
private struct Place: CustomStringConvertible {
    let table: String
    let column: String
    let type: String
    let isRequired: Bool

    var description: String { "\(table).\(column)" }

    var wrongTypes: [String] {
        let others = ["TEXT": "'text'", "INTEGER": "7", "BLOB": "x'0102'", "REAL": "1.5"]
        return others.filter { $0.key != type }.map(\.value) + (isRequired ? ["NULL"] : [])
    }

    var extremes: [String] {
        switch type {
        case "INTEGER":
            [Int64.min, -1, 0, .max].map(String.init)
        case "TEXT":
            ["''", "'é'", "CAST(x'FFFE' AS TEXT)", "CAST(zeroblob(9) AS TEXT)"]
        default:
            [0, 1, 15, 17].map { "zeroblob(\($0))" }
        }
    }

    func isNamed(by error: StoreError) -> Bool {
        guard case .damagedFile(_, let detail) = error else { return false }
        return detail.contains("table \(table), row ") && detail.contains("column \(column):")
    }
}

/// The files of a ledger with a row in every table, whose columns accept values of all types.
private struct ModelLedger {
    /// All columns except those by which SQLite itself numbers rows, which contain only integers.
    let places: [Place]
    private let ledger: Data
    private let receipts: [String: Data]

    init() throws {
        let folder = try TemporaryFolder()
        var catalog = Catalog.offers(key: nil, hosting: .level)
        catalog.products.append(.team)
        let store = try Store.make(catalog, at: .file(folder.file("filled")))
        try Self.fill(store)
        let file = folder.file("model")
        try store.copyLedger(to: file)
        let database = try DatabaseQueue(path: file.path)
        places = try database.read(Self.places)
        try database.writeWithoutTransaction(Self.removeTypes)
        try database.close()
        ledger = try Data(contentsOf: file)
        let receiptFolder = folder.file("filled-receipts")
        let names = try FileManager.default.contentsOfDirectory(atPath: receiptFolder.path)
        receipts = try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, try Data(contentsOf: receiptFolder.appendingPathComponent(name)))
            }
        )
    }

    func write(to file: URL) throws {
        try ledger.write(to: file)
        let folder = file.deletingLastPathComponent()
            .appendingPathComponent(file.lastPathComponent + "-receipts")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, data) in receipts {
            try data.write(to: folder.appendingPathComponent(name))
        }
    }

    private static func fill(_ store: Store) throws {
        try store.notifications.updateSettings {
            $0.isRecording = true
            $0.url = URL(string: "http://localhost/notifications")
        }
        try store.pay("coins", user: "ann")
        let level = try store.pay("level").id
        let download = ContentDownload.ID(entryID: level, contentIdentifier: "level")
        try store.downloads.perform(.start, on: [download])
        try store.refunds.refund(level)
        try store.pay("monthly")
        store.clock.advance(by: .days(8))
        try store.pay(PaymentRequest(productID: "yearly", discount: .make("half")))
        try store.subscriptions.forceExpiry(ofProduct: "yearly")
        try store.redeemOfferCode(referenceName: "spring", productID: "yearly")
        try store.subscriptions.forceExpiry(ofProduct: "yearly")
        try store.acceptWinBackOffer(id: "back", productID: "yearly")
        try fillBillingIssue(store)
        try fillServerRequests(store)
        try fillSeats(store)
        try store.updateSettings { $0.failsTransactions = true }
        try store.pay(PaymentRequest(productID: "coins", requestData: Data([1])))
        try store.updateSettings { $0.failsTransactions = false }
        try store.updateReceiptSettings { $0.sharedSecret = "secret" }
        try store.updatePromotionChoices { $0.order = ["level"] }
        try store.refreshReceipt(ReceiptProperties())
        if let attempt = try store.notifications.beginAttempt() {
            try store.notifications.end(attempt, with: .noResponse)
        }
        _ = try store.signedAppTransaction()
        try store.delete(store.pay("pass").id)
        try store.beginPurchaseOnAppStore(of: "coins")
        try store.customers.acting(addingIfNeeded: "ben").family.join(
            organizedBy: store.customerID
        )
        _ = try store.receiptFile()
    }

    /// Fails a renewal, and collects its payment.
    private static func fillBillingIssue(_ store: Store) throws {
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        try store.subscriptions.forceRenewal(ofProduct: "yearly")
        let subscription = try store.subscriptions.all().first { $0.billingIssue != nil }
        try store.resolveIssue(try #require(subscription).entryID)
        try store.updateSettings {
            $0.failsRenewals = false
            $0.allowsGracePeriod = false
        }
    }

    /// Makes a group with a member, and one with a claim.
    private static func fillSeats(_ store: Store) throws {
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        let team = try store.buySeats(2)
        try ben.seatGroups.accept(try store.seatGroups.invitation(to: team.id))
        try store.updateSettings { $0.invitationManagement = .developer }
        let hosted = try ben.buySeats(2)
        try ben.seatGroups.claim(UUID(), for: store.customerID, of: hosted.id)
    }

    /// Uses all functions of the app's server and the App Store.
    private static func fillServerRequests(_ store: Store) throws {
        let coins = try store.entries()[0].id
        try store.refunds.request(coins, reason: .other)
        let report =
            Data(#"{"customerConsented":true,"sampleContentProvided":false,"#.utf8)
            + Data(#""deliveryStatus":"DELIVERED"}"#.utf8)
        try store.refunds.recordConsumption(ConsumptionReport(.two, json: report), of: coins)
        try store.refunds.decide(of: coins, .declined)
        try store.subscriptions.requestMassExtension(
            ofProduct: "yearly",
            byDays: 1,
            reason: .other,
            requestIdentifier: "all",
            storefronts: ["USA"]
        )
        try store.subscriptions.performMassExtensions()
        try store.uploadRetention()
        try store.configureRealtimeURL()
        let subscription = try #require(try store.subscriptions.all().first).id
        let test = try store.retention.beginPerformanceTest(of: subscription, .init()).test
        try store.retention.end(test, with: [])
    }

    private static func places(_ database: Database) throws -> [Place] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT t.name AS tableName, c.name AS columnName, c.type AS type,
                    c."notnull" AS isRequired
                FROM sqlite_schema t, pragma_table_info(t.name) c
                WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND NOT c.pk
                """
        ).map {
            Place(
                table: $0["tableName"],
                column: $0["columnName"],
                type: $0["type"],
                isRequired: $0["isRequired"]
            )
        }
    }

    private static func removeTypes(_ database: Database) throws {
        let tables = try String.fetchAll(
            database,
            sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT'"
        )
        for table in tables {
            try removeTypes(of: table, in: database)
        }
    }

    /// Replaces a table by one whose columns have no types.
    private static func removeTypes(of table: String, in database: Database) throws {
        let columns = try Row.fetchAll(database, sql: "PRAGMA table_info(\(table))").map { row in
            let name: String = row["name"]
            return row["pk"] ? "\(name) INTEGER PRIMARY KEY" : name
        }
        let isNumbered = table != "preference"
        let list = columns.map {
            isNumbered ? $0 : $0.replacingOccurrences(of: "INTEGER", with: "")
        }
        try database.execute(
            sql: """
                CREATE TABLE loose (\(list.joined(separator: ", ")));
                INSERT INTO loose SELECT * FROM \(table);
                DROP TABLE \(table);
                ALTER TABLE loose RENAME TO \(table)
                """
        )
    }
}
