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

@Suite struct NotificationRouteTests {
    @Test func `a notification is answered with 200 once it is recorded`() async throws {
        let service = try await TestService()
        let notification = try service.appStore.notification()
        try await service.serve { client async throws in
            let first = try await client.notify(notification)
            #expect(first.status == .ok)
            #expect(first.text == "{\"stored\":true}")
            let second = try await client.notify(notification)
            #expect(second.status == .ok)
            #expect(second.text == "{\"stored\":false}")
        }
    }

    /// Bodies that aren't notifications.
    @Test(arguments: [
        "", "{}", "[]", "null", "{\"signedPayload\":1}", "{\"signedPayload\":\"\"}",
        "{\"signedPayload\":\"a.b.c\"}", "{\"signedPayload\":\"\\u0000\"}", "\u{FFFD}",
        "{\"signedPayload\":\"e30.e30.\"}", String(repeating: "[", count: 100_000),
        "{\"signedPayload\":" + String(repeating: "9", count: 10_000) + "}",
    ])
    func `what is no notification is answered with 400`(body: String) async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            let response = try await client.post("/notifications", body)
            #expect(response.status == .badRequest, "\(response.text)")
            #expect(response.text.contains("\"code\":\"malformed\""))
        }
    }

    @Test(arguments: [256, 257])
    func `a key of more than 256 bytes is answered with 400`(length: Int) async throws {
        let service = try await TestService()
        let notification = try service.appStore.notification()
        let key = "\\\"" + String(repeating: "a", count: length - 2)
        let body = "{\"a\":{\"\(key)\":[\"\\\\\"]},\"signedPayload\":\"\(notification)\"}"
        try await service.serve { client async throws in
            let response = try await client.post("/notifications", body)
            #expect(response.status == (length == 256 ? .ok : .badRequest), "\(response.text)")
        }
    }

    @Test(arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16, .utf32BigEndian])
    func `a body in UTF-16 or UTF-32 is answered with 400`(encoding: String.Encoding) async throws {
        let service = try await TestService()
        let body = "{\"signedPayload\":\"\(try service.appStore.notification())\"}"
        let data = try #require(body.data(using: encoding))
        try await service.serve { client async throws in
            let response = try await client.execute(
                uri: "/notifications",
                method: .post,
                body: ByteBuffer(bytes: data)
            )
            #expect(response.status == (encoding == .utf8 ? .ok : .badRequest))
        }
    }

    @Test func `a notification without an identifier is answered with 400`() async throws {
        let service = try await TestService()
        let notification = try service.appStore.notification(id: nil)
        try await service.serve { client async throws in
            #expect(try await client.notify(notification).status == .badRequest)
        }
    }

    @Test(arguments: [
        TransactionPayload.make(String(repeating: "1", count: 65)), .make("1\u{1}"), .make("a b"),
        .make(product: String(repeating: "p", count: 401)), .make(product: "p\u{1}"),
        .make(product: ""),
    ])
    func `texts that no index bears are answered with 400`(
        transaction: TransactionPayload
    ) async throws {
        let service = try await TestService()
        let id = UUID()
        let bad = try service.appStore.notification(.subscribed, transaction, id: id)
        let good = try service.appStore.notification(id: id)
        try await service.serve { client async throws in
            #expect(try await client.notify(bad).status == .badRequest)
            // A refused notification does not occupy its identifier.
            #expect(try await client.notify(good).text == "{\"stored\":true}")
        }
    }

    @Test func `a notification that somebody else signed is answered with 401`() async throws {
        let service = try await TestService()
        let forged = try TestAppStore().notification()
        try await service.serve { client async throws in
            let response = try await client.notify(forged)
            #expect(response.status == .unauthorized)
            #expect(response.text.contains("\"code\":\"unverified\""))
        }
        #expect(try await service.rows("TABLE entitlements.inbox").isEmpty)
    }

    @Test func `another app or environment is answered with 403, outside and inside`() async throws
    {
        let service = try await TestService()
        let otherApp = PurchaseScope(app: "com.example.other", environment: .sandbox)
        let production = PurchaseScope(app: "com.example.shop", environment: .production)
        let appStore = service.appStore
        let documents = try [otherApp, production].flatMap { scope in
            [
                try appStore.notification(.test, nil, scope: scope),
                try appStore.notification(.subscribed, .make(scope: scope)),
            ]
        }
        try await service.serve { client async throws in
            for document in documents {
                #expect(try await client.notify(document).status == .forbidden)
            }
        }
    }

    @Test func `a body that is too long is answered with 413`() async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            let longest = String(repeating: "a", count: 4 * 1024 * 1024)
            #expect(try await client.notify(longest).status == .contentTooLarge)
            let long = String(repeating: "a", count: 300_000)
            #expect(try await client.notify(long).status == .contentTooLarge)
        }
    }

    @Test(arguments: [10_000_000_000, Int64.max])
    func `a body that says that it is too long is not waited for`(length: Int64) async throws {
        let service = try await TestService()
        try await service.serve(.live) { client async throws in
            for path in ["notifications", "transactions"] {
                let (nothing, end) = AsyncStream<ByteBuffer>.makeStream()
                defer { end.finish() }
                let port = client.port ?? 0
                var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/\(path)")
                request.method = .POST
                request.headers.add(name: "Authorization", value: "Bearer \(TestService.key)")
                request.body = .stream(nothing, length: .known(length))
                let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
                #expect(response.status == .payloadTooLarge)
            }
        }
    }

    @Test func `a day ahead is accepted, and more is not`() async throws {
        let service = try await TestService()
        let tomorrow = try service.appStore.notification(signed: .start + 1 * .day)
        let later = try service.appStore.notification(signed: .start + 1 * .day + 1)
        try await service.serve { client async throws in
            #expect(try await client.notify(tomorrow).status == .ok)
            #expect(try await client.notify(later).status == .unauthorized)
        }
    }

    @Test func `a database that is away is answered with 503`() async throws {
        let service = try await TestService()
        let notification = try service.appStore.notification()
        try await service.serve { client async throws in
            service.close()
            let response = try await client.notify(notification)
            #expect(response.status == .serviceUnavailable)
            #expect(response.headers[.retryAfter] == "1")
        }
    }

    @Test func `an upload needs a key for its app`() async throws {
        let service = try await TestService()
        let transaction = try service.appStore.sign(TransactionPayload.make())
        let body = "{\"signedTransaction\":\"\(transaction)\"}"
        try await service.serve { client async throws in
            #expect(try await client.post("/transactions", body).status == .unauthorized)
            let other = try await client.post("/transactions", body, key: TestService.otherKey)
            #expect(other.status == .forbidden)
            let stored = try await client.post("/transactions", body, key: TestService.key)
            #expect(stored.text == "{\"stored\":true}")
            #expect(try await client.entitlements().text.contains("\"granted\":true"))
        }
    }

    @Test(arguments: [
        "{}", "{\"signedTransaction\":\"a\",\"receipt\":\"b\"}", "{\"receipt\":\"\"}",
        "{\"receipt\":\"bm8=\"}", "{\"signedTransaction\":\"x.y.z\"}",
    ])
    func `an upload that is no document is answered with 400`(body: String) async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            let response = try await client.post("/transactions", body, key: TestService.key)
            #expect(response.status == .badRequest, "\(response.text)")
        }
    }

    /// Receipts of the shop's sandbox, but for one thing, and the responses to them.
    @Test(arguments: [
        ("com.example.shop", ReceiptType.productionSandbox, true, HTTPResponse.Status.ok),
        ("com.example.shop", .productionSandbox, false, .unauthorized),
        ("com.example.other", .productionSandbox, true, .forbidden),
        ("com.example.shop", .production, true, .forbidden),
    ])
    func `a receipt has the app, the environment and a signer that is trusted`(
        app: String,
        type: ReceiptType,
        isTrusted: Bool,
        status: HTTPResponse.Status
    ) async throws {
        let identities = try (0..<2).map { _ in try SigningIdentity.makeForTests() }
        let root = try #require(identities[isTrusted ? 0 : 1].certificates.last)
        let service = try await TestService(roots: try TrustedRoots([root]))
        let receipt = try identities[0].receipt(of: app, type: type)
        let body = "{\"receipt\":\"\(receipt.base64Encoded)\"}"
        try await service.serve { client async throws in
            let response = try await client.post("/transactions", body, key: TestService.key)
            #expect(response.status == status, "\(response.text)")
        }
        let isRecorded = try await !service.entitlements(of: .originalTransaction("100")).isEmpty
        #expect(isRecorded == (status == .ok))
    }
}
