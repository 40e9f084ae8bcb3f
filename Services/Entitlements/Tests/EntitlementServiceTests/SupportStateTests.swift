import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import EntitlementService

/// The states of purchases and events for support, and the names that a search returns.
@Suite struct SupportStateTests {
    /// The states of a subscription whose renewal failed, by the day.
    @Test(arguments: [
        (30.0, "gracePeriod"), (45.9, "gracePeriod"), (46.0, "billingRetry"),
        (89.9, "billingRetry"), (90.0, "expired"),
    ])
    func `a subscription has the state of its entitlement, and is shown after its end`(
        day: Double,
        state: String
    ) async throws {
        let service = try await TestService(at: .start + 30 * .day)
        let failed = RenewalInfoPayload.make(
            signed: .start + 30 * .day,
            grace: .start + 46 * .day,
            isInRetry: true
        )
        try await service.receive(
            try service.appStore.notification(.didFailToRenew, .make(), failed)
        )
        service.clock.set(to: Milliseconds(.start + day * .day))
        try await service.serve { client async throws in
            let view = try await client.object("customers/\(UUID.account)")
            let purchases = try #require(view["purchases"] as? [[String: Any]])
            #expect(purchases.map { $0["state"] as? String } == [state])
            let entitlements = try #require(view["entitlements"] as? [[String: Any]])
            let states = entitlements.map { $0["state"] as? String }
            let granted = entitlements.map { $0["granted"] as? Bool }
            if state == "expired" {
                #expect(states.isEmpty)
            } else {
                #expect(states == [state])
                #expect(granted == [state == "gracePeriod"])
            }
        }
    }

    @Test func `an event is pending, delivered or dead, as far as there is a URL`() async throws {
        let service = try await TestService(deliversEvents: true)
        let receiver = EventReceiver(answers: [.noContent, .badRequest])
        for id in ["1", "2", "3"] { try await service.receive(TransactionPayload.make(id)) }
        try await receiver.run { url in
            let sender = service.sender(to: url, attempts: 1)
            for _ in 0..<2 { try await #expect(sender.sendDue() == 1) }
        }
        let customer = ScopedCustomer(scope: .shop, id: .account(.account))
        for deliversEvents in [true, false] {
            let view = try await SupportReader(
                reader: service.reader,
                deliversEvents: deliversEvents
            )
            .view(of: customer, limit: 10)
            #expect(view.events.map(\.sequence) == [3, 2, 1])
            let states = view.events.map { $0.delivery?.rawValue ?? "none" }
            let known = ["pending", "dead", "delivered"]
            #expect(states == (deliversEvents ? known : ["none", "none", "none"]))
        }
    }

    @Test func `a search finds the customer that a name is linked to, with all its names`()
        async throws
    {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        try await service.link(.account(.account), to: .user("42"))
        let account = UUID.account.uuidString.lowercased()
        try await service.serve { client async throws in
            for text in ["42", "user:42", account, "100"] {
                let answer = try await client.object("search", "&text=\(text)")
                let customers = try #require(answer["customers"] as? [[String: Any]])
                #expect(customers.map { $0["customer"] as? String } == ["user:42"], "\(text)")
                #expect(customers.first?["names"] as? [String] == ["user:42", account])
            }
        }
    }
}
