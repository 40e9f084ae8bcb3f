import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import TestCluster
import Testing

@testable import EntitlementService

@Suite struct LinkTests {
    private static let account = CustomerID.account(.account)
    private static let user = CustomerID.user("42")

    @Test func `linked names answer alike, whichever comes first`() async throws {
        for isLinkedFirst in [true, false] {
            let service = try await TestService()
            if isLinkedFirst { try await service.link(Self.account, to: Self.user) }
            try await service.receive(TransactionPayload.make())
            try await service.receive(TransactionPayload.make("7", type: .consumable, expires: nil))
            if !isLinkedFirst { try await service.link(Self.account, to: Self.user) }
            for name in [Self.account, Self.user, .originalTransaction("100")] {
                #expect(try await service.entitlements(of: name).count == 1)
            }
            #expect(try await service.credits() == ["user:42"])
        }
    }

    @Test func `a name that is unlinked takes what is its own along`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        try await service.receive(TransactionPayload.make("200", token: .otherAccount))
        try await service.receive(TransactionPayload.make("7", type: .consumable, expires: nil))
        try await service.link(Self.account, to: Self.user)
        try await service.link(.account(.otherAccount), to: Self.user)
        try await service.grant("gift", to: Self.account)
        #expect(try await service.entitlements(of: Self.user).count == 3)
        try await service.unlink(Self.account, from: Self.user)
        #expect(try await service.entitlements(of: Self.user).count == 1)
        #expect(
            try await service.entitlements(of: Self.account).map(\.name) == ["gift", "monthly"]
        )
        #expect(try await service.credits() == [Self.account.description])
        #expect(try await service.reasons(of: Self.user).last == "transferred")
        #expect(try await service.reasons(of: Self.account).last == "transferred")
    }

    @Test func `both customers have an event about a link, once`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        for _ in 0..<2 { try await service.link(Self.account, to: Self.user) }
        #expect(try await service.reasons(of: Self.account) == ["started", "transferred"])
        #expect(try await service.reasons(of: Self.user) == ["transferred"])
        #expect(try await service.rows("TABLE entitlements.statement").count == 1)
        #expect(try await service.rows("TABLE entitlements.outbox").isEmpty)
    }

    @Test func `chains and cycles have one root, and fall apart where they are cut`() async throws {
        let service = try await TestService()
        let names = ["a", "b", "c"].map { CustomerID.user($0) }
        for (index, id) in ["1", "2", "3"].enumerated() {
            try await service.receive(TransactionPayload.make(id, token: nil))
            try await service.link(.originalTransaction(id), to: names[index])
        }
        try await service.link(names[0], to: names[1])
        try await service.link(names[1], to: names[2])
        #expect(try await service.holders(of: names) == [names[2], names[2], names[2]])
        try await service.link(names[2], to: names[0])
        #expect(try await service.holders(of: names) == [names[0], names[0], names[0]])
        for name in names { #expect(try await service.entitlements(of: name).count == 3) }
        try await service.unlink(names[1], from: names[0])
        #expect(try await service.holders(of: names) == [names[1], names[1], names[1]])
        try await service.unlink(names[0], from: names[1])
        #expect(try await service.entitlements(of: names[1]).count == 1)
        #expect(try await service.entitlements(of: names[0]).count == 2)
    }

    @Test func `a link that is killed anywhere is completed`() async throws {
        for count in 0..<45 {
            let service = try await TestService()
            try await service.receive(TransactionPayload.make())
            try await service.link(Self.user, to: .user("root"))
            try await service.grant("gift", to: Self.account)
            let database = FailingDatabase(service.database, after: count)
            let isKilled: Bool
            do {
                _ = try await service.ledger.customers.link(
                    ScopedCustomer(scope: .shop, id: Self.account),
                    to: Self.user,
                    by: "test",
                    in: database
                )
                isKilled = false
            } catch { isKilled = true }
            // Until then, the name keeps its purchases.
            #expect(try await service.entitlements(of: Self.account).count == 2)
            while try await service.ledger.completeOutbox(olderThan: 0, in: service.database) > 0 {}
            if count > 1 {
                #expect(try await service.entitlements(of: .user("root")).count == 2, "\(count)")
            }
            #expect(try await service.entitlements(of: Self.account).count == 2)
            try await service.expectOnePlace()
            if !isKilled { return }
        }
        Issue.record("The link has more steps.")
    }

    @Test(arguments: 1...6) func `any order of links and purchases has one end`(
        seed: UInt64
    ) async throws {
        var generator = SplitMix64(seed: seed)
        let service = try await TestService(at: .start + 2 * .day)
        let names = ["1", "2", "3", "4"].map { CustomerID.originalTransaction($0) }
        var jobs: [@Sendable () async throws -> Void] = []
        for id in ["1", "2", "3", "4"] {
            for product in ["monthly", "other"] {
                let payload = TransactionPayload.make(
                    id,
                    product: product,
                    token: nil,
                    signed: .start + (product == "other" ? 1 : 0)
                )
                jobs.append { try await service.receive(payload) }
            }
        }
        for _ in 0..<8 {
            let name = names.randomElement(using: &generator) ?? names[0]
            let other = names.randomElement(using: &generator) ?? names[1]
            guard name != other else { continue }
            if Int.random(in: 0..<3, using: &generator) == 0 {
                jobs.append { try await service.unlink(name, from: other) }
            } else {
                jobs.append { try await service.link(name, to: other) }
            }
        }
        jobs.shuffle(using: &generator)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for job in jobs { group.addTask { try await job() } }
            try await group.waitForAll()
        }
        while try await service.ledger.completeOutbox(olderThan: 0, in: service.database) > 0 {}
        try await service.expectOnePlace()
        // The statements determine the belongings of each customer.
        for name in names {
            let root = try await service.root(of: name)
            var group = 0
            for other in names where try await service.root(of: other) == root { group += 1 }
            let entitlements = try await service.entitlements(of: name)
            #expect(entitlements.count == group, "\(name)")
            #expect(Set(entitlements.map(\.productIdentifier)) == ["other"])
        }
    }
}

extension TestService {
    func link(_ name: CustomerID, to customer: CustomerID) async throws {
        _ = try await ledger.customers.link(
            ScopedCustomer(scope: .shop, id: name),
            to: customer,
            by: "test",
            in: database
        )
    }

    func unlink(_ name: CustomerID, from customer: CustomerID) async throws {
        _ = try await ledger.customers.unlink(
            ScopedCustomer(scope: .shop, id: name),
            from: customer,
            by: "test",
            in: database
        )
    }

    func grant(_ name: String, to customer: CustomerID) async throws {
        try await ledger.customers.state(
            about: ScopedCustomer(scope: .shop, id: customer),
            by: "test",
            in: database
        ) { _ in (.init(content: .grant(Grant(name: name, reason: "test"))), ()) }
    }

    func root(of name: CustomerID) async throws -> CustomerID {
        try await ledger.customers.root(of: ScopedCustomer(scope: .shop, id: name)) {
            try await self.database.query($0)
        }.id
    }

    func holders(of names: [CustomerID]) async throws -> [CustomerID] {
        var holders: [CustomerID] = []
        for name in names {
            let customer = ScopedCustomer(scope: .shop, id: name)
            holders.append(try await reader.answer(for: customer).holder.id)
        }
        return holders
    }

    /// The customers that consumables are credited to.
    func credits() async throws -> [String] {
        try await connections.query(Statement("SELECT customer FROM entitlements_state.credit"))
            .column()
    }

    /// The reasons of the events of a customer.
    func reasons(of customer: CustomerID) async throws -> [String] {
        try await connections.query(
            Statement(
                """
                SELECT coalesce(cause::json ->> 'reason', '') FROM entitlements.event
                WHERE customer = $1::text ORDER BY sequence
                """,
                [.text(customer.description)]
            )
        ).column()
    }

    /// Checks that all belongings of each name are at its root, and that the outbox is empty.
    func expectOnePlace() async throws {
        let strays = try await rows(
            """
            SELECT found.* FROM (
                SELECT customer, name FROM entitlements_state.owned_purchase
                UNION SELECT customer, name FROM entitlements_state.credit
                UNION SELECT customer, name FROM entitlements.member
                UNION SELECT customer, name FROM entitlements.statement
                    WHERE kind NOT IN ('link', 'unlink')) AS found
            LEFT JOIN entitlements.customer AS known ON known.customer = found.name
            WHERE coalesce(known.root, found.name) <> found.customer
            """
        )
        #expect(strays.isEmpty)
        #expect(try await rows("TABLE entitlements.outbox").isEmpty)
    }
}

@Suite struct TesterTests {
    private static let customer = ScopedCustomer(
        scope: PurchaseScope(app: PurchaseScope.shop.app, environment: .production),
        id: .account(.account)
    )

    private func apps(_ service: TestService) -> AppDirectory {
        let app = AppConfiguration(
            bundleID: PurchaseScope.shop.app,
            roots: [.sandbox: service.appStore.roots, .production: service.appStore.roots]
        )
        return AppDirectory([app])
    }

    private func reader(_ service: TestService) -> EntitlementReader {
        EntitlementReader(
            database: service.database,
            apps: apps(service),
            clock: service.clock
        )
    }

    private func admit(_ isTester: Bool, _ service: TestService) async throws {
        let ledger = CustomerLedger(
            apps: apps(service),
            clock: service.clock,
            deliversEvents: false
        )
        try await ledger.state(about: Self.customer, by: "test", in: service.database) { _ in
            (.init(content: .admitSandbox(isTester)), ())
        }
    }

    @Test func `a tester has the purchases of the sandbox in production`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        for isTester in [true, false] {
            try await admit(isTester, service)
            let sources = try await reader(service).answer(for: Self.customer)
                .entitlements.map(\.source)
            #expect(sources == (isTester ? [.sandbox] : []))
        }
        #expect(try await service.entitlements().count == 1)
    }

    @Test func `a listener of a tester is woken by a purchase in the sandbox`() async throws {
        let service = try await TestService()
        try await admit(true, service)
        let first = try await reader(service).answer(for: Self.customer)
        #expect(first.entitlements.isEmpty)
        try await service.receive(TransactionPayload.make())
        let watch = CustomerWatch(database: service.database, clock: service.clock, logger: .silent)
        let watching = Task { try await watch.run() }
        defer { watching.cancel() }
        var listener = AnswerListener(to: first, of: Self.customer, reader(service), watch)
        #expect(try await listener.refresh(until: .now + .seconds(30)))
        #expect(listener.answer.entitlements.count == 1)
    }
}
