import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import EntitlementService

/// What the support view says about offers, refunds, grants and statements.
@Suite struct SupportViewTests {
    private static let account = UUID.account.uuidString.lowercased()

    @Test func `an offer is shown with the purchase, its transaction and the timeline`()
        async throws
    {
        let service = try await TestService(at: .start + .day)
        var trial = TransactionPayload.make()
        trial.offerType = .introductory
        trial.offerDiscountType = .freeTrial
        var renewal = RenewalInfoPayload.make(signed: .start)
        renewal.offerType = .promotional
        renewal.offerIdentifier = "spring"
        try await service.receive(
            try service.appStore.notification(.subscribed, trial, renewal)
        )
        try await service.serve { client async throws in
            let view = try await client.object("customers/\(UUID.account)")
            let purchase = try Self.first("purchases", of: view)
            let introductory = ["type": 1, "discountType": "FREE_TRIAL"] as NSDictionary
            #expect(purchase["offer"] as? NSDictionary == introductory)
            let transaction = try Self.first("transactions", of: purchase)
            #expect(transaction["offer"] as? NSDictionary == introductory)
            #expect(try Self.first("timeline", of: view)["offer"] as? NSDictionary == introductory)
            let next = try #require(purchase["renewal"] as? [String: Any])
            #expect(next["offer"] as? NSDictionary == ["type": 2, "id": "spring"])
        }
    }

    @Test func `a refund is shown with its kind, its share and its reason`() async throws {
        let service = try await TestService(at: .start + 2 * .day)
        var refund = TransactionPayload.make(revoked: .start + .day)
        refund.revocationReason = .developerIssue
        refund.revocationType = .proratedRefund
        refund.revocationPercentage = 50_500
        try await service.receive(refund)
        try await service.serve { client async throws in
            let view = try await client.object("customers/\(UUID.account)")
            let purchase = try Self.first("purchases", of: view)
            let refunds = try #require(purchase["refunds"] as? NSArray)
            #expect(
                refunds == [
                    [
                        "transactionId": "100", "date": "2024-03-02T12:00:00Z",
                        "type": "REFUND_PRORATED", "percentage": "50.5", "reason": 1,
                    ]
                ]
            )
            let transaction = try Self.first("transactions", of: purchase)
            #expect(transaction["revokedAt"] as? String == "2024-03-02T12:00:00Z")
            #expect(purchase["state"] as? String == "revoked")
        }
    }

    @Test func `a refund of some seats is shown with their number`() async throws {
        let service = try await TestService(at: .start + 2 * .day)
        try await service.receive(
            .make(
                signed: .start + .day,
                reason: .seatAddition,
                seats: 8,
                refundedSeats: 2
            )
        )
        try await service.serve { client async throws in
            let view = try await client.object("customers/\(UUID.account)")
            let purchase = try Self.first("purchases", of: view)
            let refunds = try #require(purchase["refunds"] as? NSArray)
            #expect(
                refunds == [
                    ["transactionId": "100", "date": "2024-03-02T12:00:00Z", "seats": 2]
                ]
            )
            #expect(purchase["seats"] as? Int == 6)
            #expect(purchase["role"] as? String == "purchaser")
        }
    }

    @Test func `a grant is shown until it ends, and afterwards`() async throws {
        let service = try await TestService()
        let grant = """
            {"name":"gift","reason":"a broken level","actor":"anna",
            "until":"2024-03-02T12:00:00Z"}
            """
        try await service.serve { client async throws in
            #expect(try await client.call("grants", grant).status == .ok)
        }
        for isGranted in [true, false] {
            try await service.serve { client async throws in
                let view = try await client.object("customers/\(UUID.account)")
                var shown = try Self.first("grants", of: view)
                #expect(UUID(uuidString: shown.removeValue(forKey: "id") as? String ?? "") != nil)
                #expect(
                    shown as NSDictionary == [
                        "name": "gift", "date": "2024-03-01T12:00:00Z",
                        "until": "2024-03-02T12:00:00Z", "reason": "a broken level",
                        "actor": "anna", "granted": isGranted,
                    ]
                )
            }
            service.clock.set(to: Milliseconds(.start + .day))
        }
    }

    @Test func `the audit log has every statement with its members, the newest first`()
        async throws
    {
        let service = try await TestService()
        try await service.receive(.make("7", product: "coins", type: .consumable, expires: nil))
        let id = UUID().uuidString.lowercased()
        let calls: [(String, String, HTTPRequest.Method)] = [
            ("links", #"{"name":"user:42","actor":"anna"}"#, .post),
            ("links", #"{"name":"user:43","actor":"anna"}"#, .post),
            ("links/user:43", #"{"actor":"bob"}"#, .delete),
            ("grants", #"{"id":"\#(id)","name":"gift","reason":"test","actor":"anna"}"#, .post),
            ("grants/\(id)", #"{"actor":"anna","reason":"a mistake"}"#, .delete),
            ("balances/coins", #"{"key":"level 2","quantity":1,"actor":"game"}"#, .post),
            ("events/replay", #"{"from":2,"actor":"anna"}"#, .post),
        ]
        try await service.serve { client async throws in
            for (number, (path, body, method)) in calls.enumerated() {
                service.clock.set(to: Milliseconds(.start + Double(number + 1)))
                #expect(try await client.call(path, body, method).status == .ok, "\(path)")
            }
            let view = try await client.object("customers/\(UUID.account)")
            #expect(
                try Self.statements(of: view) == [
                    ["type": "replay", "from": 2, "actor": "anna"],
                    [
                        "type": "spend", "productId": "coins", "quantity": 1, "key": "level 2",
                        "actor": "game",
                    ],
                    [
                        "type": "revokeGrant", "grant": id, "reason": "a mistake",
                        "actor": "anna",
                    ],
                    ["type": "grant", "name": "gift", "reason": "test", "actor": "anna"],
                    ["type": "link", "to": Self.account, "actor": "anna"],
                ]
            )
            let first = try Self.first("statements", of: view)
            #expect(first["date"] as? String == "2024-03-01T12:00:07Z")
            let unlinked = try await client.object("customers/user:43")
            #expect(
                try Self.statements(of: unlinked) == [
                    ["type": "unlink", "actor": "bob"],
                    ["type": "link", "to": Self.account, "actor": "anna"],
                ]
            )
        }
    }

    /// The statements of a view without their identifiers, dates and customers.
    private static func statements(of view: [String: Any]) throws -> [NSDictionary] {
        try #require(view["statements"] as? [[String: Any]]).map { statement in
            statement.filter { !["id", "date", "customer"].contains($0.key) } as NSDictionary
        }
    }

    private static func first(_ member: String, of view: [String: Any]) throws -> [String: Any] {
        try #require((view[member] as? [[String: Any]])?.first, "\(member)")
    }
}
