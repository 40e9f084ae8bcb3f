import AppReceipt
import AsyncHTTPClient
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOHTTP1
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite struct ReadingTests {
    @Test func `an answer has entitlements in the documented form`() async throws {
        let service = try await TestService(
            catalog: ProductCatalog(version: 7, names: ["monthly": "pro"])
        )
        try await service.receive(TransactionPayload.make())
        try await service.serve { client async throws in
            let response = try await client.entitlements()
            #expect(response.status == .ok)
            #expect(
                response.text == """
                    {"entitlements":[{"name":"pro","productId":"monthly",\
                    "originalTransactionId":"100","state":"active","granted":true,\
                    "until":"2024-03-31T12:00:00Z"}]}
                    """
            )
            let version = try #require(HTTPField.Name("Entitlements-Version"))
            #expect(response.headers[version] == "7")
        }
    }

    @Test func `an unknown customer has an empty list`() async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            for customer in [UUID().uuidString, "12345"] {
                let response = try await client.entitlements(of: customer)
                #expect(response.status == .ok)
                #expect(response.text == "{\"entitlements\":[]}")
            }
        }
    }

    @Test func `what is asked wrongly is named`() async throws {
        let service = try await TestService()
        let cases: [(customer: String, query: String, HTTPResponse.Status)] = [
            ("1", "app=com.example.other&environment=Sandbox", .notFound),
            ("1", "app=com.example.shop&environment=Production", .notFound),
            ("1", "app=com.example.shop&environment=Xcode", .badRequest),
            ("1", "app=com.example.shop", .badRequest),
            ("1", "environment=Sandbox", .badRequest),
            ("a_b", "app=com.example.shop&environment=Sandbox", .badRequest),
            (
                String(repeating: "1", count: 65), "app=com.example.shop&environment=Sandbox",
                .badRequest
            ),
            ("1", "app=com.example.shop&environment=Sandbox&at=yesterday", .badRequest),
            ("1", "app=com.example.shop&environment=Sandbox&wait=21", .badRequest),
        ]
        try await service.serve { client async throws in
            for (customer, query, status) in cases {
                let response = try await client.entitlements(of: customer, query: query)
                #expect(response.status == status, "\(query): \(response.text)")
            }
        }
    }

    @Test func `a date is one of RFC 3339, and exists`() throws {
        let dates = [
            "2024-02-29T00:00:00Z": 1_709_164_800_000, "2024-02-29T00:00:00.5Z": 1_709_164_800_500,
            "2024-02-29T02:00:00+02:00": 1_709_164_800_000,
            "2024-02-28T22:30:00-01:30": 1_709_164_800_000,
        ]
        for (text, date) in dates {
            #expect(try EntitlementRoutes.date(text, "at") == Milliseconds(date), "\(text)")
        }
        for text in [
            "", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-02-29T25:00:00Z",
            "2024-02-29T00:61:00Z", "2024-02-29T00:00:00", "2024-02-29", "2024-02-29T00:00:00ZZ",
            "2024-02-29T00:00:00Z and more", "2024-2-9T0:0:0Z", "99999-01-01T00:00:00Z",
            "2024-02-29T00:00:00+24:00", "2024-02-29 00:00:00Z",
        ] {
            #expect(throws: HTTPProblem.self, "\(text)") {
                try EntitlementRoutes.date(text, "at")
            }
        }
    }

    @Test func `a reader needs a key that is for the app`() async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            #expect(try await client.entitlements(key: nil).status == .unauthorized)
            #expect(try await client.entitlements(key: "wrong").status == .unauthorized)
            let other = try await client.entitlements(key: TestService.otherKey)
            #expect(other.status == .forbidden)
        }
    }

    @Test func `another moment is answered by what is known now`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        let query = "app=com.example.shop&environment=Sandbox"
        try await service.serve { client async throws in
            let later = try await client.entitlements(query: "\(query)&at=2024-03-31T12:00:00Z")
            #expect(later.text == "{\"entitlements\":[]}")
            let moment = "2024-03-31T11:59:59.999Z"
            let before = try await client.entitlements(query: "\(query)&at=\(moment)")
            #expect(before.text.contains("\"active\""))
        }
    }

    @Test func `the entity tag changes when time changes the answer`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        try await service.serve { client async throws in
            let tag = try #require(try await client.entitlements().headers[.eTag])
            let same = try await client.entitlements([.ifNoneMatch: tag])
            #expect(same.status == .notModified)
            #expect(same.body.readableBytes == 0)
            service.clock.set(to: Milliseconds(.start + 30 * .day))
            let other = try await client.entitlements([.ifNoneMatch: tag])
            #expect(other.status == .ok)
            #expect(other.headers[.eTag] != tag)
        }
    }

    @Test(arguments: ["*", "\"other\", TAG", "W/TAG"])
    func `any form of the present tag is answered with 304`(form: String) async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            let tag = try #require(try await client.entitlements().headers[.eTag])
            let known = form.replacingOccurrences(of: "TAG", with: tag)
            let response = try await client.entitlements([.ifNoneMatch: known])
            #expect(response.status == .notModified)
        }
    }

    @Test func `whoever waits is answered when a notification changes the answer`() async throws {
        let service = try await TestService()
        let notification = try service.appStore.notification()
        try await service.serve { client async throws in
            let tag = try #require(try await client.entitlements().headers[.eTag])
            let query = "app=com.example.shop&environment=Sandbox&wait=20"
            async let waiting = client.entitlements(query: query, [.ifNoneMatch: tag])
            #expect(try await client.notify(notification).status == .ok)
            #expect(try await waiting.text.contains("\"active\""))
        }
    }

    @Test func `whoever waits is answered when time changes the answer`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        try await service.serve { client async throws in
            let tag = try #require(try await client.entitlements().headers[.eTag])
            let query = "app=com.example.shop&environment=Sandbox&wait=20"
            async let waiting = client.entitlements(query: query, [.ifNoneMatch: tag])
            service.clock.set(to: Milliseconds(.start + 30 * .day))
            #expect(try await waiting.text == "{\"entitlements\":[]}")
        }
    }

    @Test func `whoever listens gets an event for each change`() async throws {
        let service = try await TestService()
        let customer = ScopedCustomer(scope: .shop, id: .account(.account))
        let first = try await service.reader.answer(for: customer)
        let watch = CustomerWatch(database: service.database, clock: service.clock, logger: .silent)
        let watching = Task { try await watch.run() }
        defer { watching.cancel() }
        let listener = AnswerListener(to: first, of: customer, service.reader, watch)
        var iterator = AnswerEvents(listener: listener).makeAsyncIterator()
        let empty = try #require(try await iterator.next())
        #expect(String(buffer: empty).contains("data: {\"entitlements\":[]}\n\n"))
        try await service.receive(TransactionPayload.make())
        let granted = try #require(try await iterator.next())
        #expect(String(buffer: granted).hasPrefix("event: entitlements\nid: \""))
        #expect(String(buffer: granted).contains("\"active\""))
        service.clock.set(to: Milliseconds(.start + 30 * .day))
        let ended = try #require(try await iterator.next())
        #expect(String(buffer: ended).contains("data: {\"entitlements\":[]}\n\n"))
    }

    @Test func `a client that accepts events gets them until the service ends`() async throws {
        let service = try await TestService()
        try await service.serve(.live) { client async throws in
            let uri = "/v1/customers/\(UUID.account)/entitlements"
            var request = HTTPClientRequest(
                url: "http://127.0.0.1:\(client.port ?? 0)\(uri)"
                    + "?app=com.example.shop&environment=Sandbox"
            )
            request.headers.add(name: "Accept", value: "text/event-stream")
            request.headers.add(name: "Authorization", value: "Bearer \(TestService.key)")
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
            #expect(response.status == .ok)
            #expect(response.headers.first(name: "Content-Type") == "text/event-stream")
            var body = response.body.makeAsyncIterator()
            let first = try #require(try await body.next())
            #expect(String(buffer: first).contains("data: {\"entitlements\":[]}\n\n"))
            try await service.receive(TransactionPayload.make())
            let next = try #require(try await body.next())
            #expect(String(buffer: next).hasPrefix("event: entitlements\nid: \""))
            #expect(String(buffer: next).contains("\"active\""))
        }
    }

    @Test func `signed entitlements verify in an app, until they expire`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        let key = EntitlementSigningKey()
        let signer = EntitlementSigner(key: key, hours: 72)
        try await service.serve(signer: signer) { client async throws in
            let customer = UUID.account.uuidString
            let response = try await client.execute(
                uri: "/v1/customers/\(customer)/entitlements/signed"
                    + "?app=com.example.shop&environment=Sandbox",
                method: .get,
                headers: [.authorization: "Bearer \(TestService.key)"]
            )
            let object = try JSONDecoder().decode(
                [String: String].self,
                from: Data(response.body.readableBytesView)
            )
            let text = try #require(object["signedEntitlements"])
            let signed = SignedOfflineEntitlements(text)
            func verify(at date: Date) throws -> VerifiedOfflineEntitlements {
                try signed.verify(
                    with: [key.publicKey],
                    bundleIdentifier: "com.example.shop",
                    environment: .sandbox,
                    customer: customer.lowercased(),
                    at: date
                )
            }
            let verified = try verify(at: .start + 2 * .day)
            #expect(verified.entitlements(grantedAt: .start + 2 * .day).map(\.name) == ["monthly"])
            #expect(throws: SignedOfflineEntitlements.Error.self) {
                try verify(at: .start + 3 * .day)
            }
        }
    }

    @Test func `without a key nothing is signed`() async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            for path in ["customers/1/entitlements/signed", "keys"] {
                let response = try await client.execute(
                    uri: "/v1/\(path)?app=com.example.shop&environment=Sandbox",
                    method: .get,
                    headers: [.authorization: "Bearer \(TestService.key)"]
                )
                #expect(response.status == .notFound)
                #expect(response.text.contains("The service has no signing key."))
            }
        }
    }

    @Test func `entitlements are signed for the present alone`() async throws {
        let service = try await TestService()
        let signer = EntitlementSigner(key: EntitlementSigningKey(), hours: 72)
        try await service.serve(signer: signer) { client async throws in
            let response = try await client.execute(
                uri: "/v1/customers/1/entitlements/signed"
                    + "?app=com.example.shop&environment=Sandbox&at=2024-03-01T12:00:00Z",
                method: .get,
                headers: [.authorization: "Bearer \(TestService.key)"]
            )
            #expect(response.status == .badRequest)
            #expect(response.text.contains("`at` cannot be combined with signed entitlements."))
        }
    }

    @Test func `metrics are for readers who may see them, and tell no keys`() async throws {
        let service = try await TestService()
        let notification = try service.appStore.notification()
        try await service.serve { client async throws in
            _ = try await client.notify(notification)
            _ = try await client.notify("a.b.c")
            func metrics(_ key: String) async throws -> TestResponse {
                try await client.execute(
                    uri: "/metrics",
                    method: .get,
                    headers: [.authorization: "Bearer \(key)"]
                )
            }
            #expect(try await metrics(TestService.otherKey).status == .forbidden)
            let text = try await metrics(TestService.key).text
            let documents = "entitlements_documents_total{source=\"notification\",outcome="
            #expect(text.contains("\(documents)\"recorded\"} 1\n"))
            #expect(text.contains("\(documents)\"malformed\"} 1\n"))
            #expect(text.contains("entitlements_commit_seconds_count 1\n"))
            #expect(!text.contains(TestService.key))
        }
    }

    @Test func `readiness is that of the database`() async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            let ready = try await client.execute(uri: "/health/ready", method: .get)
            #expect(ready.status == .ok)
            service.close()
            let away = try await client.execute(uri: "/health/ready", method: .get)
            #expect(away.status == .serviceUnavailable)
            let alive = try await client.execute(uri: "/health/live", method: .get)
            #expect(alive.status == .ok)
        }
    }
}
