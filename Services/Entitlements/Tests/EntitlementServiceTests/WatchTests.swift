import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import Synchronization
import Testing

@testable import EntitlementService

@Suite struct WatchTests {
    /// A database that counts queries.
    private struct CountingDatabase: SQLDatabase {
        let database: any SQLDatabase
        let counter = Counter()

        final class Counter: Sendable {
            let count = Mutex(0)
        }

        var isSharded: Bool { database.isSharded }

        func query(_ statement: Statement) async throws(SQLError) -> SQLResult {
            counter.count.withLock { $0 += 1 }
            return try await database.query(statement)
        }

        func transaction<Value: Sendable>(
            _ isolation: IsolationLevel,
            _ body: @Sendable (any SQLSession) async throws -> Commit<Value>
        ) async throws -> Value {
            try await database.transaction(isolation, body)
        }
    }

    private static let customers = (0..<500).map { number in
        ScopedCustomer(scope: .shop, id: .originalTransaction("\(number)"))
    }

    @Test func `listeners share their queries`() async throws {
        let service = try await TestService()
        let database = CountingDatabase(database: service.database)
        let watch = CustomerWatch(database: database, clock: service.clock, logger: .silent)
        let watching = Task { try await watch.run() }
        defer { watching.cancel() }
        await withTaskGroup { group in
            for customer in Self.customers {
                let version = CustomerVersion(customer)
                group.addTask {
                    let wake = await watch.change(
                        of: customer,
                        since: version,
                        nextChange: nil,
                        until: .now + .seconds(2)
                    )
                    if case .change = wake { Issue.record("\(customer) has not changed") }
                }
            }
        }
        #expect((1..<30).contains(database.counter.count.withLock { $0 }))
    }

    @Test func `a listener by a transaction has the changes of its owner, from the beginning`()
        async throws
    {
        let service = try await TestService()
        let customer = ScopedCustomer(scope: .shop, id: .originalTransaction("100"))
        let first = try await service.reader.answer(for: customer)
        let watch = CustomerWatch(database: service.database, clock: service.clock, logger: .silent)
        let watching = Task { try await watch.run() }
        defer { watching.cancel() }
        var listener = AnswerListener(to: first, of: customer, service.reader, watch)
        let products: [TransactionPayload] = [
            .make(), .make("200", product: "theme", type: .nonConsumable, expires: nil),
            .make("300", product: "pass", type: .nonConsumable, token: UUID(), expires: nil),
            .make("100", token: UUID(), signed: .start + 60),
        ]
        // The first look reads the version.
        #expect(try await listener.refresh(until: .now + .seconds(30)))
        for (product, count) in zip(products, [1, 2, 2, 1]) {
            try await service.receive(product)
            while listener.answer.entitlements.count != count {
                #expect(try await listener.refresh(until: .now + .seconds(30)))
            }
        }
    }

    @Test func `a listener whose task is cancelled stops waiting`() async throws {
        let service = try await TestService()
        let watch = CustomerWatch(database: service.database, clock: service.clock, logger: .silent)
        let waiting = Task {
            await watch.change(
                of: Self.customers[0],
                since: nil,
                nextChange: nil,
                until: .now + .seconds(600)
            )
        }
        waiting.cancel()
        guard case .end = await waiting.value else {
            Issue.record("it was woken")
            return
        }
    }
}
