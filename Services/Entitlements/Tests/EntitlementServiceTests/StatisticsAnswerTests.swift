import AppReceipt
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import EntitlementService

/// Counts and revenue as they are answered.
@Suite struct StatisticsAnswerTests {
    @Test func `members' seats and shared purchases are neither counted nor charged`() async throws
    {
        let service = try await TestService()
        var member = TransactionPayload.make("2", token: .otherAccount, seats: 8)
        member.ownershipType = .assigned
        var family = TransactionPayload.make("3", token: nil)
        family.ownershipType = .familyShared
        for var payload in [TransactionPayload.make("1", seats: 8), member, family] {
            payload.priceInMilliunits = 1_250
            payload.currency = "EUR"
            try await service.receive(payload)
        }
        try await service.serve { client async throws in
            let answer = try await client.statistics()
            #expect(
                answer == """
                    {"statistics":[{"month":"2024-03","productId":"monthly","active":0,\
                    "trials":0,"started":1,"churned":1,"refunded":0,"revenue":{"EUR":"10"}}]}
                    """
            )
        }
    }

    @Test func `an upgrade is neither an end nor a begin, and its month is active once`()
        async throws
    {
        let service = try await TestService(at: .start + 11 * .day)
        let upgraded = TransactionPayload.make(signed: .start + 10 * .day, isUpgraded: true)
        let yearly = TransactionPayload.make(
            "101",
            original: "100",
            product: "yearly",
            purchased: .start + 10 * .day,
            expires: .start + 375 * .day
        )
        for payload in [upgraded, yearly] { try await service.receive(payload) }
        try await service.serve { client async throws in
            let answer = try await client.statistics()
            #expect(
                answer == """
                    {"statistics":[{"month":"2024-03","productId":"monthly","active":0,\
                    "trials":0,"started":1,"churned":0,"refunded":0,"revenue":{}},\
                    {"month":"2024-03","productId":"yearly","active":1,"trials":0,\
                    "started":0,"churned":0,"refunded":0,"revenue":{}}]}
                    """
            )
        }
    }

    @Test func `months are those of the query, each with its currencies`() async throws {
        let service = try await TestService(at: .start + 61 * .day)
        var first = TransactionPayload.make(
            "1",
            product: "theme",
            type: .nonConsumable,
            expires: nil
        )
        first.priceInMilliunits = 2_990
        first.currency = "USD"
        var second = TransactionPayload.make(
            "2",
            product: "theme",
            type: .nonConsumable,
            token: .otherAccount,
            purchased: .start + 31 * .day,
            expires: nil
        )
        second.priceInMilliunits = 300_000
        second.currency = "JPY"
        for payload in [first, second] { try await service.receive(payload) }
        try await service.serve { client async throws in
            let march = """
                {"month":"2024-03","productId":"theme","active":1,"trials":0,"started":1,\
                "churned":0,"refunded":0,"revenue":{"USD":"2.99"}}
                """
            let april = """
                {"month":"2024-04","productId":"theme","active":2,"trials":0,"started":1,\
                "churned":0,"refunded":0,"revenue":{"JPY":"300"}}
                """
            let both = try await client.statistics("&from=2024-03&to=2024-04")
            #expect(both == #"{"statistics":[\#(march),\#(april)]}"#)
            let one = try await client.statistics("&from=2024-04&to=2024-04")
            #expect(one == #"{"statistics":[\#(april)]}"#)
            let before = try await client.statistics("&to=2024-02")
            #expect(before == #"{"statistics":[]}"#)
        }
    }
}

extension TestClientProtocol {
    /// The counts and the revenue of the shop's sandbox.
    fileprivate func statistics(_ query: String = "") async throws -> String {
        try await execute(
            uri: "/v1/statistics?app=com.example.shop&environment=Sandbox\(query)",
            method: .get,
            headers: [.authorization: "Bearer \(TestService.key)"]
        ).text
    }
}
