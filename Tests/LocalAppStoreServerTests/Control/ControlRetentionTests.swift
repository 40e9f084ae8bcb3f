import AppReceipt
import FlyingSocks
import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Control: retention messages", .timeLimit(.minutes(10)))
struct ControlRetentionTests {
    private static let path = "/subscriptions/1/choose-to-cancel"

    private let store: Store

    init() throws {
        store = try .make()
        try store.pay("monthly")
    }

    /// Returns the page after the response of a server.
    private func screen(
        _ retention: RetentionServer,
        within seconds: TimeInterval = 1200
    ) async throws -> JSONValue {
        defer { retention.server.stop() }
        try store.uploadRetention(realtimeURL: try retention.url)
        var configuration = StoreServer.Configuration.patient
        configuration.limits.retentionTime = seconds
        let screen = Locked<JSONValue>(.null)
        try await ControlClient.run(store, configuration) { client in
            let response = try await client.ask("POST", Self.path)
            #expect(response.status == 200)
            screen.withLock { $0 = response.body }
        }
        return screen.withLock { $0 }
    }

    @Test("The app's server gets a signed request, and the customer sees its message")
    func message() async throws {
        let retention = try RetentionServer.choosing(.chosen)
        let screen = try await screen(retention)
        let identifier = UUID.chosen.uuidString.lowercased()
        let expected = try JSONValue(
            text: """
                {"productID": "monthly", "locale": "en-US", "shown": "message",
                 "message": {"identifier": "\(identifier)", "header": "Wait", "body": "Please.",
                             "state": "APPROVED"}}
                """
        )
        #expect(screen == expected)
        var requests = retention.server.requests.makeAsyncIterator()
        let request = try #require(await requests.next())
        #expect(request.hasPrefix("POST /retention HTTP/1.1\r\n"))
        #expect(request.contains("\r\nContent-Type: application/json\r\n"))
        let body = try #require(request.components(separatedBy: "\r\n\r\n").last)
        let members = try JSONDecoder().decode([String: String].self, from: Data(body.utf8))
        #expect(members.count == 1)
        let verifier = JWSVerifier(
            trustedRoots: try TrustedRoots([try store.signedTransactionRootCertificate]),
            policy: JWSPolicy(bundleIdentifier: "com.example.shop", environments: [.sandbox])
        )
        let payload = try verifier.verify(
            JWS<RealtimeRequestPayload>(members["signedPayload"] ?? ""),
            appAppleIdentifier: .unchecked
        )
        #expect(payload.originalTransactionIdentifier == "1")
        #expect(payload.productIdentifier == "monthly")
    }

    @Test(
        "Whatever fails, the customer sees the default message",
        arguments: [
            (.answer(RetentionServer.answer(500, "")), "status"),
            (.answer(RetentionServer.answer(201, "{}")), "status"),
            (.answer(RetentionServer.answer(302, "")), "status"),
            (.close, "failedRequest"), (.reset, "failedRequest"),
            (.answer(Array("hello".utf8)), "failedRequest"),
            (.answer(RetentionServer.answer(200, "hello")), "invalidResponse"),
            (.answer(RetentionServer.answer(200, "{}")), "invalidResponse"),
            (
                .answer(
                    RetentionServer.answer(
                        200,
                        #"{"message":{"messageIdentifier":"\#(UUID())"}}"#
                    )
                ), "unknownMessage"
            ),
        ] as [(ScriptedServer.Reply, String)]
    )
    func fallback(reply: ScriptedServer.Reply, reason: String) async throws {
        let screen = try await screen(RetentionServer(reply))
        #expect(screen["fallback"]?["reason"]?.text == reason)
        #expect(screen["message"]?["header"]?.text == "Stay")
        #expect(screen["shown"]?.text == "message")
    }

    @Test("A response after the time limit is late, and no second request follows")
    func late() async throws {
        let retention = try RetentionServer.choosing(.chosen)
        retention.server.nextReplies.withLock { $0 = [.wait([])] }
        let screen = try await screen(retention, within: 0.05)
        #expect(screen["fallback"]?["reason"]?.text == "late")
        #expect(screen["message"]?["header"]?.text == "Stay")
    }

    @Test("The time limit is that of Apple's production")
    func limit() {
        #expect(StoreServer.Limits().retentionTime == 0.7)
    }

    @Test("A response longer than a kibibyte is read to its end")
    func longResponse() async throws {
        let spaces = String(repeating: " ", count: 60_000)
        let body = #"{\#(spaces)"message":{"messageIdentifier":"\#(UUID.chosen)"}}"#
        let screen = try await screen(RetentionServer(body))
        #expect(screen["fallback"] == nil)
        #expect(screen["message"]?["header"]?.text == "Wait")
    }

    @Test("A request for another product, which is not one of the group, names the mistake")
    func invalid() async throws {
        let retention = try RetentionServer(
            #"{"alternateProduct":{"messageIdentifier":"\#(UUID.chosen)","productId":"coins"}}"#
        )
        let screen = try await screen(retention)
        #expect(screen["shown"]?.text == "message")
        let detail = screen["fallback"]?["detail"]?.text ?? ""
        #expect(detail.contains("\"coins\" is not a product of the subscription group"))
    }

    @Test("Without a real-time URL nothing is sent, and without a default nothing is shown")
    func notConfigured() async throws {
        try await ControlClient.run(store) { client in
            let nothing = try await client.ask("POST", Self.path)
            #expect(nothing.body["shown"]?.text == "nothing")
            #expect(nothing.body["fallback"]?["reason"]?.text == "noDefaultMessage")
            try store.uploadRetention()
            let standard = try await client.ask("POST", Self.path)
            #expect(standard.body["shown"]?.text == "message")
            #expect(standard.body["fallback"]?["reason"]?.text == "noRealtimeURL")
        }
    }

    @Test("A subscription that is not there, or not to be cancelled, is refused")
    func refused() async throws {
        try store.pay("coins")
        try store.subscriptions.setAutoRenew(false, of: 1)
        try await ControlClient.run(store) { client in
            for (path, body, refusal) in [
                ("/subscriptions/9/choose-to-cancel", "", "404 unknownSubscription"),
                (Self.path, "", "409 unsuitableTransaction"),
                (Self.path, #"{"answer":"yes"}"#, "400 unknownMember"),
            ] {
                let found = try await client.refusal("POST", path, body)
                #expect(found == refusal)
            }
        }
    }

    @Test("A review of a tester changes the state, which the page and the API see")
    func review() async throws {
        try store.uploadRetention()
        let image = UUID()
        try store.retention.uploadImage(image, .fullSize, png: SamplePNG().data)
        try await ControlClient.run(store) { client in
            let path = "/retention/review"
            let message = #"{"message":"\#(UUID.standard)","state":"REJECTED"}"#
            let reviewed = try await client.ask("POST", path, message)
            #expect(reviewed.status == 200)
            #expect(reviewed.body == (try await client.get("/retention")))
            let states = reviewed.body.all("messages", "state").map { $0?.text }
            #expect(states == ["REJECTED", "APPROVED"])
            let picture = #"{"image":"\#(image)","state":"PENDING"}"#
            let other = try await client.ask("POST", path, picture)
            #expect(other.body.all("images", "state").map { $0?.text } == ["PENDING"])
            let screen = try await client.ask("POST", Self.path)
            #expect(screen.body["shown"]?.text == "nothing")
            for (body, refusal) in [
                (#"{"state":"PENDING"}"#, "400 malformedJSON"),
                (
                    #"{"image":"\#(image)","message":"\#(image)","state":"PENDING"}"#,
                    "400 malformedJSON"
                ),
                (#"{"image":"1","state":"PENDING"}"#, "400 invalidMember"),
                (#"{"image":"\#(image)","state":"GOOD"}"#, "400 invalidMember"),
                (#"{"image":"\#(UUID())","state":"PENDING"}"#, "409 refusedRequest"),
                (#"{"message":"\#(UUID())","state":"PENDING"}"#, "409 refusedRequest"),
            ] {
                #expect(try await client.refusal("POST", path, body) == refusal)
            }
        }
    }
}
