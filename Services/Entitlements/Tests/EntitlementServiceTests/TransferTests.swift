import AppReceipt
import EntitlementModel
import Foundation
import HummingbirdTesting
import PostgreSQL
import Testing

@testable import EntitlementService

/// Purchases that another account claims, by each policy.
@Suite struct TransferTests {
    private static let account = CustomerID.account(.account)
    private static let other = CustomerID.account(.otherAccount)

    /// The policies, with the reasons of the first owner's events and of the other's.
    private static let policies: [(TransferPolicy, [String], [String])] = [
        (.newest, ["started", "transferred"], ["renewed", "transferred"]),
        (.keep, ["started", "renewed"], []), (.share, ["started", "renewed"], ["renewed"]),
    ]

    @Test(arguments: policies)
    func `each policy has its owners, with their events`(
        policy: TransferPolicy,
        first: [String],
        second: [String]
    ) async throws {
        let service = try await Self.service(policy)
        try await service.receive(TransactionPayload.renewal(token: .otherAccount))
        #expect(try await service.reasons(of: Self.account) == first)
        #expect(try await service.reasons(of: Self.other) == second)
        #expect(try await service.entitlements().count == (policy == .newest ? 0 : 1))
        let others = try await service.entitlements(of: Self.other)
        #expect(others.count == (policy == .keep ? 0 : 1))
    }

    @Test func `each customer of a transfer is told of the other one`() async throws {
        let service = try await Self.service(.newest)
        try await service.receive(TransactionPayload.renewal(token: .otherAccount))
        let transfers = try await service.rows(
            """
            SELECT customer, type, cause::json ->> 'customer', cause::json ->> 'transactionId'
            FROM entitlements.event WHERE cause::json ->> 'reason' = 'transferred'
            ORDER BY customer
            """
        )
        #expect(
            transfers == [
                "(\(Self.account),entitlements.revoked,\(Self.other),101)",
                "(\(Self.other),entitlements.granted,\(Self.account),101)",
            ]
        )
    }

    @Test(arguments: TransferPolicy.allCases, [false, true])
    func `a purchase passes as the check told before`(
        policy: TransferPolicy,
        isLinked: Bool
    ) async throws {
        let service = try await Self.service(policy)
        if isLinked { try await service.link(Self.other, to: Self.account) }
        try await service.serve { client async throws in
            let before = try await service.ownersOfPurchases()
            let response = try await client.post(
                "/v1/transfers/check?app=com.example.shop&environment=Sandbox",
                #"{"customer":"\#(Self.other)","originalTransactionId":"100"}"#,
                key: TestService.key
            )
            #expect(try await service.ownersOfPurchases() == before)
            let told = try JSONDecoder().decode(Check.self, from: Data(response.text.utf8))
            try await service.receive(TransactionPayload.renewal(token: .otherAccount))
            let after = try await service.ownersOfPurchases()
            #expect(Set(told.owners) == before)
            #expect(Set(told.leaves) == before.subtracting(after))
            #expect(Set(told.joins) == after.subtracting(before))
        }
    }

    private struct Check: Decodable {
        let owners: [String]
        let leaves: [String]
        let joins: [String]
    }

    /// The policies, with the units of the first account and of the other.
    private static let units: [(TransferPolicy, Int64, Int64)] = [
        (.newest, 0, 4), (.keep, 4, 0), (.share, 4, 0),
    ]

    @Test(arguments: units)
    func `a consumable that two accounts claim is credited to one of them`(
        policy: TransferPolicy,
        first: Int64,
        second: Int64
    ) async throws {
        let service = try await TestService(transferPolicy: policy, at: .start + .day)
        var coins = TransactionPayload.make("7", product: "coins", type: .consumable, expires: nil)
        coins.quantity = 3
        try await service.receive(coins)
        #expect(try await service.balance(of: Self.account) == 3)
        try await service.receive(
            TransactionPayload.make(
                "8",
                original: "7",
                product: "coins",
                type: .consumable,
                token: .otherAccount,
                purchased: .start + 1,
                expires: nil
            )
        )
        #expect(try await service.balance(of: Self.account) == first)
        #expect(try await service.balance(of: Self.other) == second)
    }

    /// A service with a subscription of the first account, which may be claimed by another one.
    private static func service(_ policy: TransferPolicy) async throws -> TestService {
        let service = try await TestService(transferPolicy: policy, at: .start + 31 * .day)
        try await service.receive(TransactionPayload.make(expires: .start + 40 * .day))
        return service
    }
}

extension TestService {
    fileprivate func ownersOfPurchases() async throws -> Set<String> {
        let owners: [String] = try await connections.query(
            Statement("SELECT customer FROM entitlements_state.owned_purchase WHERE is_owned")
        ).column()
        return Set(owners)
    }

    /// The units of coins that a customer has.
    func balance(of customer: CustomerID) async throws -> Int64 {
        let balances = try await ledger.customers.balances(
            of: ScopedCustomer(scope: .shop, id: customer),
            in: database
        )
        return balances.balance(of: "coins").rest
    }
}
