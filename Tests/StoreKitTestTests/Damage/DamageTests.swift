import Foundation
import GRDB
import StoreKitTest
import SwiftyStoreKit
import TestVolume
import Testing

@testable import LocalAppStore
@testable import StoreKit
@testable import StoreLedger
@testable import StoreTesting

@Suite("A ledger that cannot be read", .timeLimit(.minutes(2)))
struct DamageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A call of which any query fails ends, and loses no purchase", arguments: StoreCall.all)
    func failingQueries(call: StoreCall) async throws {
        let whole = try await outcome(of: call)
        #expect(whole.error == nil && whole.queryCount > 0)
        for number in TestVolume.sample(1...max(1, whole.queryCount), every: 3) {
            let outcome = try await outcome(of: call, failingQuery: number)
            #expect(outcome.isExplained(by: FailingQuery.error, or: whole), "query \(number)")
        }
    }

    @Test(
        "A call that meets a damaged row names the file, the row and the way out",
        arguments: [
            "purchaseDate = 9223372036854775807", "expirationDate = 9223372036854775807",
            "originalPurchaseDate = NULL", "price = '1.2.3'", "discount = '{'", "state = 'lost'",
            "kind = 'toy'", "failureCode = 'none'", "paymentToken = x'01'", "quantity = 0.5",
        ]
    )
    func damagedRow(damage: String) async throws {
        let column = String(damage.prefix { $0 != " " })
        for call in TestVolume.sample(StoreCall.all, every: 2) where !call.waitsForPurchases {
            let whole = try await outcome(of: call)
            let outcome = try await outcome(of: call, withRow: damage)
            #expect(
                outcome.isExplained(by: "row \(outcome.row), column \(column)", or: whole),
                "\(call.testDescription): \(outcome)"
            )
            if let error = outcome.error ?? outcome.reports.first {
                #expect(error.contains("Restore a copy of \(outcome.path)"), "\(error)")
            }
        }
    }

    @Test("A payment is not charged while an unfinished purchase cannot be read")
    func notCharged() async throws {
        let store = try Store.sample(at: .file(folder.file("a.ledger")))
        try store.payWithoutFinishing(SampleProducts.pass)
        try store.damage("purchaseDate = 9223372036854775807", ofRow: 1)
        let app = App.launch(on: store)
        let error = try #require(await app.buy(SampleProducts.hints).first()?.failure)
        #expect("\(error)".contains("table entry, row 1, column purchaseDate"))
        #expect(!error.localizedDescription.contains("ledger"))
        let count = try store.core.ledger.queue.inDatabase { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM entry WHERE state = 'purchased'")
        }
        #expect(count == 1)
        // Repaired, the store is used again without a launch.
        try store.damage("purchaseDate = originalPurchaseDate", ofRow: 1)
        #expect(await app.buy(SampleProducts.hints).first()?.details != nil)
    }

    /// Makes a call in a session of its own, on a file.
    private func outcome(
        of call: StoreCall,
        failingQuery number: Int? = nil,
        withRow damage: String? = nil
    ) async throws -> Outcome {
        let path = folder.file("\(UUID().uuidString).ledger")
        return try await StoreScope.runTest({
            SKTestSession(try .sample(at: .file(path)))
        }) { session in
            try await call.prepare(session)
            let row = try session.store.payWithoutFinishing(SampleProducts.pass).id
            await session.deliveries()
            let finished = try session.store.entries().filter(\.isFinished).map(\.id)
            let (diagnostics, reports) = (StoreScope.current.diagnostics, Locked<[String]>([]))
            diagnostics.handler = { _, text in reports.withLock { $0.append(text) } }
            if let damage { try session.store.damage(damage, ofRow: row) }
            let query = FailingQuery(in: session.store)
            query.fail(number)
            var (result, error): (String?, String?)
            do {
                result = try await call.run(session)
            } catch let thrown {
                error = "\(thrown) \(String(reflecting: thrown as NSError))"
            }
            let count = query.count
            await session.deliveries()
            query.fail(nil)
            if error != nil, damage == nil {
                #expect(try session.store.entries().filter(\.isFinished).map(\.id) == finished)
                try await expectDelivery(in: session)
            }
            diagnostics.flush()
            return Outcome(
                result: result,
                error: error,
                reports: reports.withLock { $0 },
                queryCount: count,
                row: row,
                path: path.path
            )
        }
    }

    /// Everything that was charged and not delivered by a call is delivered at the next chance.
    private func expectDelivery(in session: SKTestSession) async throws {
        let missing = Locked(Set(try session.store.unfinishedEntries().map(\.productID)))
        let isDelivered = Recorder<Void>()
        SwiftyStoreKit.completeTransactions { purchases in
            let isEmpty = missing.withLock { missing in
                missing.subtract(purchases.map(\.productId))
                return missing.isEmpty
            }
            if isEmpty { isDelivered.record(()) }
        }
        #expect(await isDelivered.first() != nil)
    }
}

/// What became of a call.
private struct Outcome {
    let result: String?
    let error: String?
    let reports: [String]
    let queryCount: Int
    /// The row of an unfinished purchase, and the path of its ledger.
    let row: LedgerEntry.ID
    let path: String

    /// Whether the call ended with an error or a report of the cause, or as without it.
    func isExplained(by cause: String, or whole: Outcome) -> Bool {
        if let error { return error.contains(cause) }
        return reports.contains { $0.contains(cause) } || result == whole.result
    }
}

extension Store {
    fileprivate func damage(_ assignment: String, ofRow id: LedgerEntry.ID) throws {
        try core.ledger.queue.inDatabase { database in
            try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
            try database.execute(sql: "UPDATE entry SET \(assignment) WHERE id = \(id)")
        }
    }
}
