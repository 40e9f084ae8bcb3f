import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import PostgreSQL
import Testing

@testable import EntitlementService

/// Balances of consumables, and their uses.
@Suite struct BalanceTests {
    @Test func `of many uses at once, no more succeed than are credited`() async throws {
        let service = try await TestService()
        let coins = TransactionPayload.make("7", product: "coins", type: .consumable, expires: nil)
        for id in 0..<10 {
            var purchase = coins
            purchase.transactionIdentifier = "c\(id)"
            purchase.originalTransactionIdentifier = "c\(id)"
            try await service.receive(purchase)
        }
        try await service.serve { client in
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        let body = #"{"key":"k\#(number)","quantity":1,"actor":"b"}"#
                        return try await client.call("balances/coins", body).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let counts = Dictionary(grouping: statuses) { $0 }.mapValues(\.count)
            #expect(counts == [.ok: 10, .conflict: 40])
            let known = try await client.call("balances", nil, .get)
            #expect(
                known.text == """
                    {"balances":[{"productId":"coins","credited":10,"spent":10,"balance":0}]}
                    """
            )
        }
        var refund = coins
        refund.transactionIdentifier = "c1"
        refund.originalTransactionIdentifier = "c1"
        refund.revocationDate = .start + 1
        refund.signedDate = .start + 1
        try await service.receive(refund)
        try await service.serve { client in
            let known = try await client.call("balances", nil, .get)
            #expect(known.text.contains("\"balance\":-1"))
        }
    }

    @Test func `a key repeats a use, and names no other one`() async throws {
        let service = try await TestService()
        try await service.receive(
            TransactionPayload.make(
                "7",
                product: "coins",
                type: .consumable,
                expires: nil,
                seats: 5
            )
        )
        try await service.serve { client in
            let use = #"{"key":"k","quantity":1,"actor":"b"}"#
            let first = try await client.call("balances/coins", use).text
            #expect(try await client.call("balances/coins", use).text == first)
            let other = use.replacing("1", with: "2")
            #expect(try await client.call("balances/coins", other).status == .conflict)
        }
    }

    @Test func `a repeated use is known although another name used the key`() async throws {
        let service = try await TestService()
        let account = CustomerID.account(.account), user = CustomerID.account(.otherAccount)
        for (id, name) in [("7", UUID.account), ("8", .otherAccount)] {
            try await service.receive(
                TransactionPayload.make(
                    id,
                    product: "coins",
                    type: .consumable,
                    token: name,
                    expires: nil,
                    seats: 5
                )
            )
        }
        let uses = [
            (account, #"{"key":"k","quantity":1,"actor":"b"}"#),
            (user, #"{"key":"k","quantity":2,"actor":"b"}"#),
        ]
        for isLinked in [false, true] {
            if isLinked { try await service.link(user, to: account) }
            try await service.serve { client in
                for (name, use) in uses {
                    let response = try await client.call(
                        "balances/coins",
                        use,
                        of: name.description
                    )
                    #expect(response.status == .ok, "\(name)")
                }
                let other = try await client.call(
                    "balances/coins",
                    #"{"key":"k","quantity":3,"actor":"b"}"#
                )
                #expect(other.status == .conflict)
            }
        }
        let balances = try await service.ledger.customers.balances(
            of: ScopedCustomer(scope: .shop, id: account),
            in: service.database
        )
        #expect(balances.balance(of: "coins").rest == 7)
    }

    @Test func `units are spent once although a name is being linked`() async throws {
        let account = CustomerID.account(.account), user = CustomerID.user("42")
        for count in 0..<40 {
            let service = try await TestService()
            try await service.receive(
                TransactionPayload.make("7", product: "coins", type: .consumable, expires: nil)
            )
            let database = FailingDatabase(service.database, after: count)
            let link = { @Sendable in
                try await service.ledger.customers.link(
                    ScopedCustomer(scope: .shop, id: account),
                    to: user,
                    by: "test",
                    in: database
                )
            }
            let isKilled = (try? await link()) == nil
            try await service.serve { client in
                var statuses: [HTTPResponse.Status] = []
                for name in [user, account] {
                    let use = #"{"key":"\#(name)","quantity":1,"actor":"b"}"#
                    let response = try await client.call(
                        "balances/coins",
                        use,
                        of: name.description
                    )
                    statuses.append(response.status)
                }
                #expect(statuses.sorted { $0.code < $1.code } == [.ok, .conflict], "\(count)")
            }
            while try await service.ledger.completeOutbox(olderThan: 0, in: service.database) > 0 {}
            try await service.expectOnePlace()
            if !isKilled { return }
        }
        Issue.record("The link has more steps.")
    }

    @Test func `a key counts once for each name, by its first use`() async throws {
        let service = try await TestService()
        let customer = ScopedCustomer(scope: .shop, id: .account(.account))
        let user = CustomerID.user("a")
        let uses: [(Milliseconds, Int64, String, String, CustomerID)] = [
            (2, 7, "a", "coins", customer.id), (1, 3, "a", "coins", customer.id),
            (3, 4, "b", "coins", customer.id), (4, 1, "c", "gems", customer.id),
            (5, 8, "a", "coins", user), (6, .max, "d", "jewels", user),
            (7, .max, "e", "jewels", user),
        ]
        for (date, quantity, key, product, name) in uses {
            let statement = CustomerStatement(
                id: UUID(),
                customer: name,
                date: date,
                actor: "b",
                content: .spend(productID: product, quantity: quantity, key: key)
            )
            _ = try await service.database.query(StatementTable.insert(statement, at: customer))
        }
        let balances = try await service.ledger.customers
            .balances(of: customer, in: service.database)
        let spent = balances.all.map { "\($0.productID) \($0.spent)" }
        #expect(spent == ["coins 15", "gems 1", "jewels \(Int64.max)"])
    }
}
