import Foundation
import GRDB
import StoreKitTest
import SwiftyStoreKit
import TestSupport
import Testing

@testable import LocalAppStore
@testable import StoreKit
@testable import StoreLedger
@testable import StoreTesting

@Suite("A ledger that cannot be read", .serialized, .timeLimit(.minutes(10)))
struct DamageTests {
    /// Assignments that make a row of the table of entries invalid.
    private static let damages = [
        "purchaseDate = 9223372036854775807", "expirationDate = 9223372036854775807",
        "originalPurchaseDate = -9223372036854775808", "price = '1.2.3'", "discount = '{'",
        "kind = 'toy'", "paymentToken = x'01'",
    ]

    @Test("A call of which any query fails ends, and loses no purchase", arguments: StoreCall.all)
    func failingQueries(call: StoreCall) async throws {
        let whole = try await outcome(of: call)
        #expect(whole.error == nil && whole.queryCount > 0)
        for number in TestVolume.sample(1...max(1, whole.queryCount), every: 4) {
            let outcome = try await outcome(of: call, failingQuery: number)
            let isExplained = outcome.isExplained(by: FailingQuery.error, or: whole)
            #expect(isExplained, "query \(number): \(outcome)")
        }
    }

    @Test(
        "A call that meets a damaged row names the file, the row and the way out",
        arguments: StoreCall.all.filter { !$0.waitsForPurchases }
    )
    func damagedRow(call: StoreCall) async throws {
        let whole = try await outcome(of: call)
        for damage in TestVolume.sample(Self.damages, every: 3) {
            let outcome = try await outcome(of: call, withRow: damage)
            let column = damage.prefix { $0 != " " }
            let isExplained = outcome.isExplained(
                by: "row \(outcome.row), column \(column)",
                or: whole
            )
            #expect(isExplained, "\(outcome)")
            if let text = outcome.error ?? outcome.reports.first {
                #expect(text.contains("The store's ledger :memory: is damaged"))
                #expect(text.contains("Restore a copy of :memory:"))
            }
        }
    }

    @Test("A payment is not charged while an unfinished purchase cannot be read")
    func notCharged() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.ledger")
        let store = try Store.sample(at: .file(file))
        try store.payWithoutFinishing(SampleProducts.pass)
        try store.damage("purchaseDate = 9223372036854775807", ofRow: 1)
        let app = App.launch(on: store)
        let error = try #require(await app.buy(SampleProducts.hints).first()?.failure)
        let damage = "\(file.path) is damaged: table entry, row 1, column purchaseDate"
        #expect("\(error)".contains(damage))
        #expect(!error.localizedDescription.contains("ledger"))
        let count = try store.core.ledger.queue.inDatabase { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM entry WHERE state = 'purchased'")
        }
        #expect(count == 1)
        // Repaired, the store is used again without a launch.
        try store.damage("purchaseDate = originalPurchaseDate", ofRow: 1)
        #expect(await app.buy(SampleProducts.hints).first()?.details != nil)
    }

    /// Makes a call in a session of its own, whose last purchase is unfinished.
    private func outcome(
        of call: StoreCall,
        failingQuery number: Int? = nil,
        withRow damage: String? = nil
    ) async throws -> Outcome {
        try await StoreScope.runTest({ SKTestSession(try .sample()) }) { session in
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
                row: row
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

/// The outcome of a call.
private struct Outcome {
    let result: String?
    let error: String?
    let reports: [String]
    let queryCount: Int
    /// The row of an unfinished purchase.
    let row: LedgerEntry.ID

    /// Whether the call ended with an error or a report of the cause, or as without it.
    func isExplained(by cause: String, or whole: Outcome) -> Bool {
        if let error, error.contains(cause) { return true }
        return reports.contains { $0.contains(cause) } || result == whole.result
    }
}

extension Store {
    fileprivate func damage(_ assignment: String, ofRow id: LedgerEntry.ID) throws {
        try core.ledger.queue.inDatabase { database in
            try database.execute(sql: "UPDATE entry SET \(assignment) WHERE id = \(id)")
        }
    }
}
