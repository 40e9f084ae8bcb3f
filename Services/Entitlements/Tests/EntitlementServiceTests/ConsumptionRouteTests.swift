import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import LocalAppStore
import NIOCore
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite struct ConsumptionRouteTests {
    @Test func `open requests are listed with their deadlines`() async throws {
        let shop = try await LocalShop()
        let service = try await shop.serviceWithRefundRequests(about: ["gold"])
        let id = try #require(try await service.pendingRequests().first?.id)
        try await service.serve { client async throws in
            let response = try await client.consumptionRequests()
            #expect(response.status == .ok)
            #expect(
                response.text == """
                    {"requests":[{"id":"\(id.uuidString.lowercased())",\
                    "originalTransactionId":"1","transactionId":"1","productId":"gold",\
                    "reason":"LEGAL","requestedAt":"2024-03-01T12:00:00Z",\
                    "deadline":"2024-03-02T00:00:00Z"}],"next":null}
                    """
            )
            _ = try await client.answer()
            let after = try await client.consumptionRequests().text
            #expect(after == "{\"requests\":[],\"next\":null}")
        }
        await shop.stop()
    }

    @Test func `the list has pages, with the oldest request first`() async throws {
        let service = try await TestService()
        for number in 0..<205 {
            // Several have the same date.
            let date = Milliseconds(.start) + Int64(number % 50)
            let request = ConsumptionRequest.make("\(number)", date: date)
            _ = try await service.database.query(
                ConsumptionTables.insert(request, at: Milliseconds(.start))
            )
        }
        try await service.serve { client async throws in
            var ids: [String] = []
            var counts: [Int] = []
            var cursor = ""
            repeat {
                let query = "app=com.example.shop&environment=Sandbox\(cursor)"
                let page = try await client.consumptionRequests(query: query)
                let list = try JSONDecoder().decode(List.self, from: Data(page.text.utf8))
                ids += list.requests.map(\.transactionId)
                counts.append(list.requests.count)
                cursor = list.next.map { "&cursor=\($0)" } ?? ""
            } while !cursor.isEmpty
            #expect(counts == [100, 100, 5])
            #expect(Set(ids).count == 205)
            #expect(ids.compactMap(Int.init).map { $0 % 50 } == (0..<205).map { $0 % 50 }.sorted())
        }
    }

    private struct List: Decodable {
        let requests: [Request]
        let next: String?

        struct Request: Decodable {
            let transactionId: String
        }
    }

    @Test func `a request about a renewal is found by its original transaction`() async throws {
        let service = try await TestService()
        let renewal = TransactionPayload.renewal(signed: .start)
        try await service.receive(
            try service.appStore.notification(.consumptionRequest, renewal)
        )
        let scope = "app=com.example.shop&environment=Sandbox"
        try await service.serve(appStore: .away) { client async throws in
            let alone = try await client.answer("101")
            #expect(alone.status == .notFound)
            #expect(alone.text.contains("`originalTransactionId`"))
            let query = "\(scope)&originalTransactionId=100"
            #expect(try await client.answer("101", query: query).status == .accepted)
        }
    }

    @Test func `the first answer counts, and may be repeated`() async throws {
        let service = try await TestService()
        try await service.receiveConsumptionRequest()
        try await service.serve(appStore: .away) { client async throws in
            #expect(try await client.answer().status == .accepted)
            #expect(try await client.answer().status == .accepted)
            let other = """
                {"customerConsented":true,"deliveryStatus":"UNDELIVERED_OTHER",
                "sampleContentProvided":true,"actor":"another"}
                """
            let response = try await client.answer(body: other)
            #expect(response.status == .conflict)
            #expect(response.text.contains("\"code\":\"answered\""))
        }
        let rows = try await service.rows(
            "SELECT actor, answer LIKE '%GRANT_PRORATED%' FROM entitlements.consumption_request"
        )
        #expect(rows == ["(support,t)"])
    }

    @Test func `answers need a key that writes, and the list one for the app`() async throws {
        let service = try await TestService()
        try await service.receiveConsumptionRequest()
        try await service.serve { client async throws in
            #expect(try await client.answer(key: nil).status == .unauthorized)
            #expect(try await client.answer(key: "wrong").status == .unauthorized)
            #expect(try await client.answer(key: TestService.key).status == .forbidden)
            #expect(try await client.answer(key: TestService.otherKey).status == .forbidden)
            #expect(try await client.consumptionRequests(key: nil).status == .unauthorized)
            let other = try await client.consumptionRequests(key: TestService.otherKey)
            #expect(other.status == .forbidden)
        }
        #expect(try await service.consumptionRequests() == ["(1,open,0,,)"])
    }

    /// Invalid answers, each with its error.
    @Test(arguments: [
        ("", "not JSON"), ("{", "not JSON"), ("[]", "The body"), ("null", "The body"),
        ("\"a\"", "The body"), ("{}", "`actor`"),
        (String(repeating: "[", count: 100_000), "not JSON"),
        ("{\"actor\":\"a\"}", "`customerConsented` must be true"),
        (body("\"customerConsented\":false"), "`customerConsented` must be true"),
        (body("\"customerConsented\":\"true\""), "customerConsented"),
        (body("\"deliveryStatus\":\"LOST\""), "must be one of `DELIVERED`, "),
        (body("\"deliveryStatus\":0"), "deliveryStatus"),
        (body("\"deliveryStatus\":null"), "`deliveryStatus` is missing"),
        (body("\"sampleContentProvided\":null"), "`sampleContentProvided` is missing"),
        (body("\"refundPreference\":\"\\u0000\""), "must be one of `DECLINE`, `GRANT_FULL`"),
        (body("\"consumptionPercentage\":100001"), "from 0 to 100000"),
        (body("\"consumptionPercentage\":-1"), "from 0 to 100000"),
        (body("\"consumptionPercentage\":0.5"), "consumptionPercentage"),
        (body("\"consumptionPercentage\":1e99"), "consumptionPercentage"),
        (body("\"actor\":\"\""), "`actor`"), (body("\"actor\":\"a\\u0000\""), "`actor`"),
        (body("\"actor\":\"\(String(repeating: "é", count: 101))\""), "`actor`"),
        (body("\"playTime\":1"), "unknown member playTime"),
    ])
    func `what is wrong with an answer is named`(text: String, problem: String) async throws {
        let service = try await TestService()
        try await service.receiveConsumptionRequest()
        try await service.serve { client async throws in
            let response = try await client.answer(body: text)
            #expect(response.status == .badRequest, "\(response.text)")
            #expect(response.text.contains(problem), "\(response.text)")
        }
        #expect(try await service.consumptionRequests() == ["(1,open,0,,)"])
    }

    /// The valid body with one member replaced.
    private static func body(_ member: String) -> String {
        let name = member.prefix { $0 != ":" }
        let valid = [
            "\"customerConsented\":true", "\"deliveryStatus\":\"DELIVERED\"",
            "\"sampleContentProvided\":false", "\"actor\":\"a\"",
        ]
        let others = valid.filter { !$0.hasPrefix(name) }
        return "{\((others + [member]).joined(separator: ","))}"
    }

    @Test func `a body that is too long, and paths that name nothing, are refused`() async throws {
        let service = try await TestService()
        let scope = "app=com.example.shop&environment=Sandbox"
        try await service.serve { client async throws in
            let long = String(repeating: "a", count: 5 * 1024 * 1024)
            #expect(try await client.answer(body: long).status == .contentTooLarge)
            #expect(try await client.answer("99").status == .notFound)
            #expect(try await client.answer("a_b").status == .badRequest)
            #expect(try await client.answer("1%00").status == .badRequest)
            let query = "\(scope)&originalTransactionId=%27"
            #expect(try await client.answer(query: query).status == .badRequest)
            let production = "app=com.example.shop&environment=Production"
            #expect(try await client.answer(query: production).status == .notFound)
            for cursor in ["", "_", "1", "x_y", "99999999999999999999_\(UUID())", "1_2_3", "%00"] {
                let response = try await client.consumptionRequests(
                    query: "\(scope)&cursor=\(cursor)"
                )
                #expect(response.status == .badRequest, "\(cursor)")
            }
        }
    }
}

extension ConsumptionRequest {
    fileprivate static func make(_ transactionID: String, date: Milliseconds) -> Self {
        Self(
            key: PurchaseKey(scope: .shop, originalTransactionID: transactionID),
            transactionID: transactionID,
            id: UUID(),
            productID: "coins",
            reason: nil,
            deadline: date + ConsumptionRequest.period
        )
    }
}
