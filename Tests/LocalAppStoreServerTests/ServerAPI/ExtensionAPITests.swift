import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("Renewal dates over the server API", .timeLimit(.minutes(10)))
struct ExtensionAPITests {
    private static func body(_ more: String = "") -> String {
        #"{"extendByDays":10,"extendReasonCode":1,"requestIdentifier":"outage"\#(more)}"#
    }

    @Test("A subscription is extended")
    func one() async throws {
        try await APIServer.run { server in
            let bob = try server.store.customers.acting(addingIfNeeded: "Bob")
            let entry = try bob.pay("monthly")
            let end = try #require(entry.expirationDate)
            let path = "/v1/subscriptions/extend/\(entry.id)"
            let response = try await server.ask("PUT", path, body: Self.body())
            #expect(response.status == 200)
            #expect(response["success"] as? Bool == true)
            #expect(response["originalTransactionId"] as? String == String(entry.id))
            let info = try await server.get("/v1/transactions/\(entry.id)")
            let payload = try server.transaction(info["signedTransactionInfo"])
            let item = response["webOrderLineItemId"] as? String
            #expect(item == payload.webOrderLineItemIdentifier)
            let effective = end + 10 * 86_400
            #expect(payload.expirationDate == effective)
            let date = response["effectiveDate"] as? Int
            #expect(date == Int(effective.timeIntervalSince1970) * 1000)
        }
    }

    @Test(
        "An extension that is not possible is refused",
        arguments: [
            ("1", "{", 4_000_000), ("1", "{}", 4_000_010), ("x", body(), 4_000_008),
            ("x", "", 4_000_008),
            ("9", body(), 4_040_005), ("2", body(), 4_040_005),
            ("1", #"{"extendByDays":0,"extendReasonCode":0,"requestIdentifier":"a"}"#, 4_000_009),
            ("1", #"{"extendByDays":"1","extendReasonCode":0,"requestIdentifier":"a"}"#, 4_000_009),
            ("1", #"{"extendByDays":1,"extendReasonCode":4,"requestIdentifier":"a"}"#, 4_000_010),
            ("1", #"{"extendByDays":1,"extendReasonCode":0}"#, 4_000_011),
        ]
    )
    func refused(id: String, body: String, code: Int) async throws {
        try await APIServer.run { server in
            try server.store.pay("monthly")
            try server.store.pay("coins")
            let path = "/v1/subscriptions/extend/\(id)"
            let found = try await server.errorCode("PUT", path, body: body)
            #expect(found == code)
        }
    }

    @Test("All subscriptions to a product are extended, and the counts are told")
    func many() async throws {
        try await APIServer.run { server in
            for name in ["Ann", "Bob", "Cleo"] {
                try server.store.customers.acting(addingIfNeeded: name).pay("monthly")
            }
            let path = "/v1/subscriptions/extend/mass"
            let body = Self.body(#","productId":"monthly","storefrontCountryCodes":["USA"]"#)
            let response = try await server.ask("POST", path, body: body)
            #expect(response["requestIdentifier"] as? String == "outage")
            // The server may still be at it; to do it twice does no harm.
            try server.store.subscriptions.performMassExtensions()
            let status = try await server.get("\(path)/monthly/outage")
            #expect(status["complete"] as? Bool == true)
            #expect(status["completeDate"] as? Int == 1_709_294_400_000)
            #expect(status["succeededCount"] as? Int == 3)
            #expect(status["failedCount"] as? Int == 0)
            for other in ["monthly/other", "monthly/outage%00", "monthly%00/outage"] {
                let unknown = try await server.errorCode("GET", "\(path)/\(other)")
                #expect(unknown == 4_040_009)
            }
        }
    }

    @Test("What a server before did not complete is completed")
    func resumed() async throws {
        let store = try Store.make()
        try store.pay("monthly")
        try store.subscriptions.requestMassExtension(
            ofProduct: "monthly",
            byDays: 1,
            reason: .other,
            requestIdentifier: "r"
        )
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        let observation = store.observe { _ in continuation.yield() }
        try await APIServer.run(store) { _ in
            for await _ in ends
            where try store.subscriptions.massExtensions().allSatisfy(\.isComplete) { break }
        }
        observation.cancel()
        #expect(try store.subscriptions.massExtensions().map(\.succeededCount) == [1])
    }

    @Test(
        "A request for many that makes no sense is refused",
        arguments: [
            (#","productId":"coins""#, 4_000_023), ("", 4_000_023),
            (#","productId":1"#, 4_000_023),
            (#","productId":"monthly","storefrontCountryCodes":[]"#, 4_000_027),
            (#","productId":"monthly","storefrontCountryCodes":["XXX"]"#, 4_000_028),
            (#","productId":"monthly","storefrontCountryCodes":"USA""#, 4_000_028),
        ]
    )
    func refusedForMany(more: String, code: Int) async throws {
        try await APIServer.run { server in
            let path = "/v1/subscriptions/extend/mass"
            let found = try await server.errorCode("POST", path, body: Self.body(more))
            #expect(found == code)
        }
    }
}
