import AppReceipt
import AsyncHTTPClient
import EntitlementModel
import Foundation
import LocalAppStore
import Synchronization
import Testing

@testable import EntitlementService

@Suite struct ImportTests {
    @Test func `RevenueCat's export is imported`() async throws {
        let shop = try await LocalShop()
        try shop.buy(customers: 4)
        let service = try await TestService(roots: try shop.roots)
        // The column with a refund is ignored.
        let file = """
            \u{FEFF}rc_original_app_user_id,rc_last_seen_app_user_id_alias,country,store,\
            is_sandbox,store_transaction_id,original_store_transaction_id,refunded_at\r
            $RCAnonymousID:1,"ann, 1",US,app_store,true,9,1,2024-01-01\r
            bob,$RCAnonymousID:2,US,APP_STORE,t,2,2,\r
            $RCAnonymousID:3,$RCAnonymousID:4,US,mac_app_store,1,3,3,\r
            $RCAnonymousID:1,"ann, 1",US,app_store,true,9,1,\r
            eve,eve,US,app_store,true,1,1,\r
            dan,dan,US,play_store,true,GPA.1,GPA.1,\r
            dan,dan,US,app_store,false,7,7,\r
            dan,dan,US,app_store,true,,,\r
            dan,,US,app_store,true,4,,\r

            """
        let run = try await shop.importFile(file, .revenuecat, service)
        #expect(run.purchases == ["1 ann, 1", "2 bob", "3", "4 dan"])
        #expect(run.lines.filter { $0.result == .skipped }.map(\.customer) == ["eve"])
        #expect(run.lines.filter { $0.result == .skipped }.map(\.line) == [6])
        #expect(
            run.summary.description == """
                9 rows: 4 imported, 0 unverified, 1 otherStore, 1 otherEnvironment, \
                1 noTransaction, 1 repeated, 1 otherCustomer
                """
        )
        #expect(try await service.entitlements(of: .originalTransaction("1")).count == 1)
        #expect(try await service.rows("TABLE entitlements_state.purchase").count == 4)
        #expect(try await service.rows("TABLE entitlements_state.renewal").count == 4)
        #expect(try await service.rows("TABLE entitlements.backfill").isEmpty)
        let report = try await Rebuild(apps: service.apps, database: service.database).run()
        #expect(report.isEqual)
        await shop.stop()
    }

    @Test func `Adapty's export is imported`() async throws {
        let shop = try await LocalShop()
        try shop.buy(customers: 3)
        let service = try await TestService(roots: try shop.roots)
        let file = """
            profile_id,customer_user_id,vendor_original_transaction_id,store,environment
            p1,ann,1,app_store,Sandbox
            p2,,2,app_store,sandbox
            p3,bob,3,app_store,Production
            p4,eve,4,stripe,Sandbox
            """
        let run = try await shop.importFile(file, .adapty, service)
        #expect(run.purchases == ["1 ann", "2"])
        #expect(run.summary.skipped == ["otherEnvironment": 1, "otherStore": 1])
        await shop.stop()
    }

    @Test func `a customer's history is fetched once`() async throws {
        let shop = try await LocalShop()
        for _ in 0..<5 { try shop.store.pay(PaymentRequest(productID: "coins")) }
        let service = try await TestService(roots: try shop.roots)
        let file = "originalTransactionId\n1\n2\n3\n4\n5"
        let run = try await shop.importFile(file, .csv, service, width: 1)
        #expect(run.summary.imported == 5)
        #expect(run.purchases == ["1", "2", "3", "4", "5"])
        #expect(try await service.rows("TABLE entitlements.document").count == 5)
        await shop.stop()
    }

    @Test func `purchases that cannot be verified are named with the reason`() async throws {
        let shop = try await LocalShop()
        try shop.buy(customers: 2)
        try shop.store.time.advance(by: 31 * .day)
        let service = try await TestService(roots: try shop.roots, at: shop.store.clock.now)
        // The third transaction renews the first purchase.
        let file = "originalTransactionId,customer\n1,ann\n99,bob\n3,eve\n2,"
        let run = try await shop.importFile(file, .csv, service)
        #expect(run.purchases == ["1 ann", "2"])
        let unverified = run.lines.filter { $0.result == .unverified }
        #expect(unverified.map(\.reason) == ["unknown", "missing"])
        #expect(unverified.map(\.customer) == ["bob", "eve"])
        #expect(unverified[0].message?.contains("404. 4040010: ") == true)
        #expect(run.summary.unverified == 2)

        let stranger = try await TestService(at: shop.store.clock.now)
        let refused = try await shop.importFile(file, .csv, stranger)
        #expect(refused.lines.map(\.reason) == ["refused", "unknown", "refused", "refused"])
        #expect(try await stranger.rows("TABLE entitlements.document").isEmpty)
        await shop.stop()
    }

    @Test func `one request without a response is reported, an outage ends the import`()
        async throws
    {
        let shop = try await LocalShop()
        try shop.buy(customers: 4)
        let service = try await TestService(roots: try shop.roots)
        let file = "originalTransactionId\n1\n2\n3\n4"
        // All eight attempts for the first purchase fail.
        try shop.fail(.httpStatus(500), .first(8))
        let run = try await shop.importFile(file, .csv, service, width: 1)
        #expect(run.lines.map(\.reason) == ["appStore", nil, nil, nil])

        try shop.fail(.networkDown, .always)
        await #expect(throws: ImportError.self) {
            try await shop.importFile(file, .csv, service, width: 2)
        }
        #expect(try await service.rows("TABLE entitlements.backfill").count == 1)
        shop.store.faults.plan = nil
        let again = try await shop.importFile(file, .csv, service, width: 2)
        #expect(again.summary.imported == 4)
        await shop.stop()
    }

    @Test func `an interrupted import continues, and nothing is lost or doubled`() async throws {
        let shop = try await LocalShop()
        try shop.buy(customers: 5)
        // One row for each transaction, one that is unknown, and rows of another customer.
        let file = """
            originalTransactionId,customer
            1,a
            2,b
            99,x
            2,b
            3,c
            2,z
            4,d
            5,e
            1,a
            """
        let whole = try await TestService(roots: try shop.roots)
        let expected = try await shop.importFile(file, .csv, whole, width: 2)
        #expect(expected.summary.imported == 5)
        for interruption in 0..<expected.lines.count {
            let service = try await TestService(roots: try shop.roots)
            let report = TemporaryFile()
            await #expect(throws: Interruption.self) {
                try await shop.importFile(
                    file,
                    .csv,
                    service,
                    width: 2,
                    report: report,
                    interruptedAfter: interruption
                )
            }
            // A line that was being written.
            try report.append("{\"line\":")
            let run = try await shop.importFile(file, .csv, service, width: 2, report: report)
            #expect(run.summary == expected.summary)
            #expect(run.report == expected.report)
            // Signing dates differ, because the store signs anew for each request.
            #expect(try await service.events() == whole.events())
            let state = try await Rebuild(apps: service.apps, database: service.database).run()
            #expect(state.isEqual)
            #expect(state.purchases == 5)
        }
        await shop.stop()
    }

    @Test func `a report overwrites no other file`() async throws {
        let shop = try await LocalShop()
        let service = try await TestService(roots: try shop.roots)
        let report = TemporaryFile()
        try report.append("other")
        await #expect(throws: ImportError.self) {
            try await shop.importFile(
                "originalTransactionId\n1",
                .csv,
                service,
                report: report
            )
        }
        #expect(try report.text == "other")
        await shop.stop()
    }

    @Test func `the report of an import that began without one overwrites no other file`()
        async throws
    {
        let shop = try await LocalShop()
        try shop.buy(customers: 2)
        let service = try await TestService(roots: try shop.roots)
        let file = "originalTransactionId\n1\n2"
        await #expect(throws: Interruption.self) {
            try await shop.importFile(
                file,
                .csv,
                service,
                width: 1,
                report: nil,
                interruptedAfter: 1
            )
        }
        let report = TemporaryFile()
        try report.append("other")
        await #expect(throws: ImportError.self) {
            try await shop.importFile(file, .csv, service, width: 1, report: report)
        }
        #expect(try report.text == "other")
        let run = try await shop.importFile(file, .csv, service, width: 1)
        #expect(run.summary.imported == 2)
        #expect(run.purchases == ["2"])
        await shop.stop()
    }

    @Test(arguments: [
        (ImportFormat.csv, "", "Line 1, column 1: The file has no header."),
        (
            .csv, "id;customer",
            "Line 1, column 1: The header has no column `originalTransactionId`."
        ),
        (
            .revenuecat, "original_store_transaction_id,is_sandbox",
            "The header has no column `store`."
        ),
        (.revenuecat, "store,store_transaction_id", "The header has no column `is_sandbox`."),
        (.adapty, "vendor_original_transaction_id", "The header has no column `store`."),
        (
            .csv, "customer,originalTransactionId,customer",
            "Line 1, column 32: The column `customer` occurs twice."
        ),
        (
            .csv, "originalTransactionId\n1\n1,2",
            "Line 3, column 3: The row has 2 fields, the header 1."
        ),
        (
            .csv, "customer,originalTransactionId\nann,1\nbob,2.0E+15",
            "Line 3, column 5: `2.0E+15` isn't a transaction"
        ),
        (
            .revenuecat, "original_store_transaction_id,store,is_sandbox\n1,app_store,no",
            "Line 2, column 13: `is_sandbox` must be true or false."
        ),
    ])
    func `a malformed file is refused before anything is imported`(
        format: ImportFormat,
        file: String,
        message: String
    ) async throws {
        let shop = try await LocalShop()
        try shop.buy(customers: 1)
        let service = try await TestService(roots: try shop.roots)
        let error = await #expect(throws: CSVError.self) {
            try await shop.importFile(file, format, service)
        }
        #expect(error?.localizedDescription.contains(message) == true)
        #expect(try await service.rows("TABLE entitlements.document").isEmpty)
        await shop.stop()
    }

    @Test func `requests wait as long as the App Store says`() async throws {
        let shop = try await LocalShop()
        try shop.store.pay(PaymentRequest(productID: "theme"))
        try shop.fail(.httpStatus(429), .first(1))
        let pauses = Pauses()
        // The server's date is a minute ahead of the client's.
        let client = try shop.client(clockOffset: -60) { pauses.add($0) }
        _ = try await client.transactions(of: "1", next: nil)
        #expect(pauses.all.count == 1)
        #expect(pauses.all.allSatisfy { $0 > .seconds(30) })
        await shop.stop()

        let error = AppStoreServerError(status: 429, body: nil, retryDate: 5000)
        #expect(error.pause(at: 2000) == .seconds(3))
        #expect(error.pause(at: 6000) == .zero)
        #expect(error.pause(at: -86_400_000) == .seconds(3600))
    }
}

private struct Interruption: Error {}

/// A file that is removed with the value.
private final class TemporaryFile: Sendable {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("import-\(UUID().uuidString)")

    var text: String {
        get throws { try String(contentsOf: url, encoding: .utf8) }
    }

    func append(_ text: String) throws {
        let former = (try? self.text) ?? ""
        try Data((former + text).utf8).write(to: url)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

/// The result of an import.
private struct ImportRun {
    var lines: [ImportLine] = []
    var summary = ImportSummary()
    var report = ""

    /// The imported purchases, each with its customer.
    var purchases: [String] {
        lines.filter { $0.result == .imported }.map { line in
            [line.originalTransactionId, line.customer].compactMap { $0 }.joined(separator: " ")
        }
    }
}

extension LocalShop {
    /// Buys a subscription for each of several new customers, as the transactions 1, 2 and so on.
    fileprivate func buy(customers count: Int) throws {
        for number in 1...count {
            let customer = try store.customers.add(named: "customer \(number)")
            let own = try store.customers.acting(for: customer.id)
            try own.pay(PaymentRequest(productID: "gold"))
        }
    }

    /// Makes requests of the App Store Server API fail.
    fileprivate func fail(
        _ failure: FaultPlan.Failure,
        _ frequency: FaultPlan.Frequency
    ) throws {
        store.faults.plan = try FaultPlan(
            seed: 1,
            rules: [.at(.serverRequest, failure, frequency)]
        )
    }

    @discardableResult
    fileprivate func importFile(
        _ text: String,
        _ format: ImportFormat,
        _ service: TestService,
        width: Int = 8,
        report: TemporaryFile? = TemporaryFile(),
        interruptedAfter interruption: Int? = nil
    ) async throws -> ImportRun {
        let file = TemporaryFile()
        try file.append(text)
        let purchases = PurchaseImport(
            try backfill(service),
            ImportFile(file.url, format, PurchaseScope.shop.environment),
            report: try report.map { try ImportReport($0.url.path) },
            width: width
        )
        var run = ImportRun()
        run.summary = try await purchases.run { line in
            if run.lines.count == interruption { throw Interruption() }
            run.lines.append(line)
        }
        run.report = try report?.text ?? ""
        return run
    }
}

/// The pauses between requests.
private final class Pauses: Sendable {
    private let pauses = Mutex<[Duration]>([])

    func add(_ pause: Duration) { pauses.withLock { $0.append(pause) } }

    var all: [Duration] { pauses.withLock { $0 } }
}
