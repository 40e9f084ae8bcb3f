import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import EntitlementService

/// Balances over refunds, transfers and links.
@Suite struct CreditTests {
    private static let account = CustomerID.account(.account)
    private static let user = CustomerID.user("42")

    private static func coins(
        _ id: String = "7",
        _ quantity: Int64 = 3,
        token: UUID = .account,
        signed: Date? = nil,
        revoked: Date? = nil
    ) -> TransactionPayload {
        var payload = TransactionPayload.make(
            id,
            product: "coins",
            type: .consumable,
            token: token,
            expires: nil,
            signed: signed,
            revoked: revoked
        )
        payload.quantity = quantity
        return payload
    }

    @Test func `a refund takes the units, and a reversal returns them, in any order`() async throws
    {
        let bought = Self.coins(), refunded = Self.coins(revoked: .start + .day)
        let reversed = Self.coins(signed: .start + 2 * .day)
        try await TestService.inEveryOrder([bought, refunded], at: .start + 3 * .day) {
            service async throws in
            #expect(try await service.balance(of: Self.account) == 0)
        }
        try await TestService.inEveryOrder([bought, refunded, reversed], at: .start + 3 * .day) {
            service async throws in
            #expect(try await service.balance(of: Self.account) == 3)
        }
    }

    @Test func `units that were spent before a refund are owed`() async throws {
        let service = try await TestService(at: .start + 3 * .day)
        try await service.receive(Self.coins())
        try await service.serve { client async throws in
            let spent = try await client.call("balances/coins", Self.use("a", 2))
            #expect(spent.text == #"{"balance":1}"#)
            try await service.receive(Self.coins(revoked: .start + .day))
            let refused = try await client.call("balances/coins", Self.use("b", 1))
            #expect(refused.status == .conflict)
            #expect(
                refused.text
                    == #"{"error":{"code":"insufficient","message":"The balance is -2."}}"#
            )
            // A repetition of the earlier use is none of its own.
            let again = try await client.call("balances/coins", Self.use("a", 2))
            #expect(again.text == #"{"balance":-2}"#)
            try await service.receive(Self.coins("8", 5))
            #expect(
                try await client.call("balances/coins", Self.use("b", 3)).text
                    == #"{"balance":0}"#
            )
            let balances = try await client.call("balances", nil, .get)
            #expect(
                balances.text == """
                    {"balances":[{"productId":"coins","credited":5,"spent":5,"balance":0}]}
                    """
            )
        }
        // Neither the refused use nor the repeated one is in the audit log.
        let uses = "SELECT key, quantity FROM entitlements.statement ORDER BY key"
        #expect(try await service.rows(uses) == ["(a,2)", "(b,3)"])
    }

    @Test func `a consumable that another account claims leaves what was spent`() async throws {
        let service = try await TestService(at: .start + .day)
        try await service.receive(Self.coins())
        try await service.serve { client async throws in
            #expect(try await client.call("balances/coins", Self.use("a", 1)).status == .ok)
        }
        try await service.receive(Self.coins(token: .otherAccount, signed: .start + 1))
        #expect(try await service.balance(of: Self.account) == -1)
        #expect(try await service.balance(of: .account(.otherAccount)) == 3)
    }

    @Test func `linked names have one balance, and each takes its own along`() async throws {
        let service = try await TestService()
        try await service.receive(Self.coins())
        try await service.link(Self.account, to: Self.user)
        try await service.serve { client async throws in
            for (key, name) in [("a", Self.user), ("b", Self.account)] {
                let spent = try await client.call(
                    "balances/coins",
                    Self.use(key, 1),
                    of: name.description
                )
                #expect(spent.status == .ok)
            }
        }
        for name in [Self.account, Self.user] {
            #expect(try await service.balance(of: name) == 1)
        }
        try await service.unlink(Self.account, from: Self.user)
        #expect(try await service.balance(of: Self.account) == 2)
        #expect(try await service.balance(of: Self.user) == -1)
    }

    @Test(arguments: ["0", "-1", "1000000001", "null"])
    func `a use has a positive number of units`(quantity: String) async throws {
        let service = try await TestService()
        try await service.receive(Self.coins())
        try await service.serve { client async throws in
            let response = try await client.call(
                "balances/coins",
                #"{"key":"k","quantity":\#(quantity),"actor":"b"}"#
            )
            #expect(response.status == .badRequest)
            let reason = "`quantity` must be an integer from 1 to 1000000000."
            #expect(response.text.contains(reason), "\(response.text)")
        }
        #expect(try await service.balance(of: Self.account) == 3)
        #expect(try await service.rows("TABLE entitlements.statement") == [])
    }

    /// A body that uses up units.
    private static func use(_ key: String, _ quantity: Int) -> String {
        #"{"key":"\#(key)","quantity":\#(quantity),"actor":"b"}"#
    }
}
