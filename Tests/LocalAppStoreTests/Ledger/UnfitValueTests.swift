import Foundation
import GRDB
import LocalAppStore
import Testing

/// Every value of a ledger is replaced by what does not fit there.
///
/// The columns are asked of SQLite, so that a new one is covered by itself.
@Suite("Values that do not fit")
struct UnfitValueTests {
    private let folder: TemporaryFolder
    private let model: Store

    init() throws {
        folder = try TemporaryFolder()
        model = try .make(at: .file(folder.file("model")))
        try fill(model)
    }

    @Test("A value of the wrong type is damage, named by table, row and column")
    func wrongTypes() throws {
        for place in try places() {
            for value in place.wrongTypes {
                let errors = try use(with: value, at: place)
                let isNamed = errors.contains { place.isNamed(by: $0) }
                #expect(isNamed, "\(place) \(value): \(errors)")
            }
        }
    }

    @Test("A value beyond all measure is used or is damage, and stops nothing")
    func extremes() throws {
        for place in try places() {
            for value in place.extremes {
                for error in try use(with: value, at: place) {
                    // No receipt can name a product without a name.
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
            ("entry", "paymentToken", "x'01'"), ("counter", "revision", "-1"),
            ("counter", "receiptDate", "-1 << 62"), ("counter", "receiptRevision", "-7"),
            ("preference", "value", "'{'"), ("preference", "value", "'[1]'"),
            ("preference", "value", "'{\"storefront\":7}'"),
        ]
    )
    func meaningless(table: String, column: String, value: String) throws {
        let place = Place(table: table, column: column, declared: "", isRequired: true)
        let errors = try use(with: value, at: place)
        #expect(errors.contains { place.isNamed(by: $0) }, "\(errors)")
    }

    @Test("A negative version is damage", arguments: [-1, Int(Int32.min)])
    func version(number: Int) throws {
        let file = try makeLedger("PRAGMA user_version = \(number)")
        let error = #expect(throws: Store.Error.self) { try open(file) }
        guard case .damagedFile(_, let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(detail.contains("\(number)"))
    }

    @Test("A row that lacks the value by which it is found is not passed over")
    func lookup() throws {
        let file = try makeLedger("UPDATE entry SET isFinished = NULL WHERE id = 1")
        #expect(throws: Store.Error.self) { try open(file) }
    }

    // MARK: - Places

    /// A column of a table.
    private struct Place: CustomStringConvertible {
        let table: String
        let column: String
        let declared: String
        let isRequired: Bool

        var description: String { "\(table).\(column)" }

        var wrongTypes: [String] {
            let others = ["TEXT": "'text'", "INTEGER": "7", "BLOB": "x'0102'", "REAL": "1.5"]
            return others.filter { $0.key != declared }.map(\.value) + (isRequired ? ["NULL"] : [])
        }

        var extremes: [String] {
            switch declared {
            case "INTEGER":
                [Int64.min, -1, 0, .max].map(String.init)
            case "TEXT":
                ["''", "'é'", "CAST(x'FFFE' AS TEXT)", "CAST(zeroblob(9) AS TEXT)"]
            default:
                [0, 1, 15, 17].map { "zeroblob(\($0))" }
            }
        }

        func isNamed(by error: Store.Error) -> Bool {
            guard case .damagedFile(_, let detail) = error else { return false }
            return detail.contains("table \(table), row ") && detail.contains("column \(column):")
        }
    }

    /// Every column, but for those by which SQLite itself numbers rows: they hold nothing but
    /// integers.
    private func places() throws -> [Place] {
        let file = folder.file("places")
        try model.copyLedger(to: file.path)
        let places = try DatabaseQueue(path: file.path).read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT t.name AS tableName, c.name AS columnName, c.type AS declared,
                        c."notnull" AS isRequired
                    FROM sqlite_schema t, pragma_table_info(t.name) c
                    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND NOT c.pk
                    """
            ).map {
                Place(
                    table: $0["tableName"],
                    column: $0["columnName"],
                    declared: $0["declared"],
                    isRequired: $0["isRequired"]
                )
            }
        }
        #expect(places.count > 30)
        return places
    }

    // MARK: - Ledgers

    /// Makes a ledger with a row in every table, puts a value into all rows of a column, and uses
    /// the ledger.
    private func use(with value: String, at place: Place) throws -> [Store.Error] {
        let file = try makeLedger("UPDATE \(place.table) SET \(place.column) = \(value)")
        var errors: [Store.Error] = []
        let store: Store
        do throws(Store.Error) {
            store = try open(file)
        } catch {
            return [error]
        }
        for step in Self.steps {
            do {
                try step(store)
            } catch let error as Store.Error {
                errors.append(error)
            }
        }
        return errors
    }

    private static let steps: [@Sendable (Store) throws -> Void] = [
        { _ = try $0.entries() },
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
        { try $0.finish([1, 2, 3]) },
        { _ = $0.verifyReceipt(Data("{}".utf8), at: .sandbox) },
        { try $0.restore() },
        { try $0.acknowledgeRevocations([1]) },
        { try $0.refreshReceipt() },
        { try $0.delete(1) },
        { _ = try $0.receiptFile() },
        { try $0.clear() },
    ]

    /// Puts rows into all tables, and makes a key, which takes long.
    private func fill(_ store: Store) throws {
        try store.pay("coins", user: "ann")
        try store.refund(store.pay("level").id)
        try store.pay("monthly")
        store.clock.advance(by: .days(8))
        try store.pay(PaymentRequest(productID: "yearly", discount: .make("half")))
        try store.updateSettings { $0.failsTransactions = true }
        try store.pay(PaymentRequest(productID: "coins", requestData: Data([1])))
        try store.updateSettings { $0.failsTransactions = false }
        try store.updateReceiptSettings { $0.sharedSecret = "secret" }
        try store.updatePromotionChoices { $0.order = ["level"] }
        try store.refreshReceipt(ReceiptProperties())
        try store.delete(store.pay("pass").id)
        try store.beginPurchaseOnAppStore(of: "coins")
        _ = try store.receiptFile()
    }

    /// Copies the ledger and its key, takes the rules from its tables, and changes it.
    private func makeLedger(_ sql: String) throws -> URL {
        let name = UUID().uuidString
        let file = folder.file(name)
        try model.copyLedger(to: file.path)
        try FileManager.default.copyItem(
            at: folder.file("model-receipts"),
            to: folder.file(name + "-receipts")
        )
        let database = try DatabaseQueue(path: file.path)
        try database.writeWithoutTransaction { database in
            let tables = try String.fetchAll(
                database,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT'"
            )
            for table in tables {
                try loosen(table, in: database)
            }
            try database.execute(sql: sql)
        }
        try database.close()
        return file
    }

    /// Puts a table without types in the place of another one.
    private func loosen(_ table: String, in database: Database) throws {
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

    private func open(_ file: URL) throws(Store.Error) -> Store {
        try Store(
            catalog: .shop(),
            at: .file(file),
            clock: .manual(startingAt: .start)
        )
    }
}
