import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import Synchronization
import Testing

@testable import EntitlementService

@Suite struct WatchTests {
    /// A database that records queries.
    private struct NotingDatabase: SQLDatabase {
        let database: any SQLDatabase
        let notes = Notes()

        final class Notes: Sendable {
            let queries = Mutex<[Statement]>([])
        }

        var isSharded: Bool { database.isSharded }

        func query(_ statement: Statement) async throws(SQLError) -> SQLResult {
            notes.queries.withLock { $0.append(statement) }
            return try await database.query(statement)
        }

        func transaction<Value: Sendable>(
            _ isolation: IsolationLevel,
            _ body: @Sendable (any SQLSession) async throws -> Commit<Value>
        ) async throws -> Value {
            try await database.transaction(isolation, body)
        }
    }

    private static let customer = ScopedCustomer(scope: .shop, id: .account(.account))

    /// A listener of a watch, and the task in which the watch runs.
    private func listener(
        to first: EntitlementReader.Answer,
        of customer: ScopedCustomer,
        _ service: TestService
    ) -> (AnswerListener, Task<Void, any Error>) {
        let watch = CustomerWatch(database: service.database, clock: service.clock, logger: .silent)
        return (
            AnswerListener(to: first, of: customer, service.reader, watch),
            Task { try await watch.run() }
        )
    }

    private func wait(_ watch: CustomerWatch, for count: Int) async {
        while await watch.listenerCount < count { await Task.yield() }
    }

    @Test func `a listener whose customer has no event costs no query`() async throws {
        let service = try await TestService()
        let database = NotingDatabase(database: service.database)
        let watch = CustomerWatch(database: database, clock: service.clock, logger: .silent)
        let waiting = (0..<500).map { _ in
            let customer = ScopedCustomer(scope: .shop, id: .account(UUID()))
            return Task {
                await watch.change(
                    since: [CustomerVersion(customer)],
                    of: customer,
                    nextChange: nil,
                    until: .now + .seconds(600)
                )
            }
        }
        await wait(watch, for: waiting.count)
        for _ in 0..<5 { await watch.look() }
        // One query for new listeners, and one for the news of each look.
        let queries = database.notes.queries.withLock { $0.map(\.text) }
        #expect(queries.count == 6)
        #expect(queries.count { $0 == queries.first } == 5)
        #expect(await watch.listenerCount == waiting.count)
        for task in waiting { task.cancel() }
    }

    @Test func `without listeners nothing is asked`() async throws {
        let service = try await TestService()
        let database = NotingDatabase(database: service.database)
        let watch = CustomerWatch(database: database, clock: service.clock, logger: .silent)
        await watch.look()
        #expect(database.notes.queries.withLock { $0.isEmpty })
    }

    @Test func `a change between an answer and the wait for another one is not missed`()
        async throws
    {
        let service = try await TestService()
        let first = try await service.reader.answer(for: Self.customer)
        try await service.receive(TransactionPayload.make())
        var (listener, watching) = listener(to: first, of: Self.customer, service)
        defer { watching.cancel() }
        #expect(try await listener.refresh(until: .now + .seconds(30)))
        #expect(listener.answer.entitlements.count == 1)
    }

    /// A waiting listener whose versions were compared.
    private func waiting(
        for name: ScopedCustomer,
        _ service: TestService,
        newsLimit: Int = 10_000
    ) async throws -> (CustomerWatch, Task<AnswerListener, any Error>) {
        let first = try await service.reader.answer(for: name)
        let watch = CustomerWatch(
            database: service.database,
            clock: service.clock,
            logger: .silent,
            newsLimit: newsLimit
        )
        let waiting = Task {
            var listener = AnswerListener(to: first, of: name, service.reader, watch)
            _ = try await listener.refresh(until: .now + .seconds(60))
            return listener
        }
        await wait(watch, for: 1)
        await watch.look()
        try #require(await watch.listenerCount == 1)
        return (watch, waiting)
    }

    @Test(arguments: [3, 10_000])
    func `a listener that waits is woken by an event, however many others there are`(
        limit: Int
    ) async throws {
        let service = try await TestService()
        let (watch, waiting) = try await waiting(for: Self.customer, service, newsLimit: limit)
        try await service.receive(TransactionPayload.make("1", token: UUID()))
        await watch.look()
        try #require(await watch.listenerCount == 1)
        for number in 2...4 {
            try await service.receive(TransactionPayload.make("\(number)", token: UUID()))
        }
        try await service.receive(TransactionPayload.make())
        await watch.look()
        #expect(await watch.listenerCount == 0)
        #expect(try await waiting.value.answer.entitlements.count == 1)
    }

    @Test func `a name that is linked while its listener waits wakes it, and when it is unlinked`()
        async throws
    {
        let service = try await TestService()
        let name = ScopedCustomer(scope: .shop, id: .user("a name"))
        let (ledger, database) = (service.ledger.customers, service.database)
        try await service.receive(TransactionPayload.make())
        for count in [1, 0] {
            let (watch, waiting) = try await waiting(for: name, service)
            if count == 1 {
                _ = try await ledger.link(name, to: Self.customer.id, by: "a", in: database)
            } else {
                _ = try await ledger.unlink(name, from: Self.customer.id, by: "a", in: database)
            }
            await watch.look()
            #expect(await watch.listenerCount == 0)
            #expect(try await waiting.value.answer.entitlements.count == count)
        }
    }

    @Test func `a purchase that comes with a token wakes the listener of its identifier`()
        async throws
    {
        let service = try await TestService()
        let name = ScopedCustomer(scope: .shop, id: .originalTransaction("100"))
        let (watch, waiting) = try await waiting(for: name, service)
        try await service.receive(TransactionPayload.make())
        await watch.look()
        #expect(await watch.listenerCount == 0)
        #expect(try await waiting.value.answer.holder.id == .account(.account))
    }

    @Test func `a customer that is linked to its own purchase wakes no listener by itself`()
        async throws
    {
        let service = try await TestService()
        let purchase = ScopedCustomer(scope: .shop, id: .originalTransaction("100"))
        try await service.receive(TransactionPayload.make(token: nil))
        _ = try await service.ledger.customers
            .link(Self.customer, to: purchase.id, by: "a", in: service.database)
        try await service.receive(TransactionPayload.make(signed: .start + 1))
        let (watch, waiting) = try await waiting(for: purchase, service)
        for _ in 0..<3 { await watch.look() }
        #expect(await watch.listenerCount == 1)
        waiting.cancel()
    }

    @Test func `news that were missed while the database was away are found`() async throws {
        let service = try await TestService()
        let first = try await service.reader.answer(for: Self.customer)
        let database = FailingDatabase(service.database, after: 0)
        let watch = CustomerWatch(database: database, clock: service.clock, logger: .silent)
        let waiting = Task {
            var listener = AnswerListener(to: first, of: Self.customer, service.reader, watch)
            return try await listener.refresh(until: .now + .seconds(60))
        }
        await wait(watch, for: 1)
        await watch.look()
        try await service.receive(TransactionPayload.make())
        database.recover()
        await watch.look()
        #expect(await watch.listenerCount == 0)
        #expect(try await waiting.value)
    }

    @Test func `a name whose link ended has an answer of its own`() async throws {
        let service = try await TestService()
        let name = ScopedCustomer(scope: .shop, id: .user("a name"))
        let (ledger, database) = (service.ledger.customers, service.database)
        try await service.receive(TransactionPayload.make())
        _ = try await ledger.link(name, to: Self.customer.id, by: "a", in: database)
        let first = try await service.reader.answer(for: name)
        #expect(first.entitlements.count == 1)
        _ = try await ledger.unlink(name, from: Self.customer.id, by: "a", in: database)
        var (listener, watching) = listener(to: first, of: name, service)
        defer { watching.cancel() }
        #expect(try await listener.refresh(until: .now + .seconds(30)))
        #expect(listener.answer.entitlements.isEmpty)
    }

    @Test func `a listener by a transaction has the changes of its owner, from the beginning`()
        async throws
    {
        let service = try await TestService()
        let customer = ScopedCustomer(scope: .shop, id: .originalTransaction("100"))
        let first = try await service.reader.answer(for: customer)
        let products: [TransactionPayload] = [
            .make(), .make("200", product: "theme", type: .nonConsumable, expires: nil),
            .make("300", product: "pass", type: .nonConsumable, token: UUID(), expires: nil),
            .make("100", token: UUID(), signed: .start + 60),
        ]
        var (listener, watching) = listener(to: first, of: customer, service)
        defer { watching.cancel() }
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
                since: [CustomerVersion(Self.customer)],
                of: Self.customer,
                nextChange: nil,
                until: .now + .seconds(600)
            )
        }
        await wait(watch, for: 1)
        waiting.cancel()
        #expect(await !waiting.value)
    }
}
