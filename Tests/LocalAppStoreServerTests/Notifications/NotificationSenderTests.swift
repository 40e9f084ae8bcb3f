import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("Sending of notifications", .timeLimit(.minutes(10)))
struct NotificationSenderTests {
    let clock = StoreClock.manual(startingAt: .start)
    let store: Store

    init() throws {
        store = try Store.make(clock: clock)
    }

    @Test("A purchase arrives at the webhook as a signed payload, once")
    func delivery() async throws {
        try await serving { webhook in
            try store.pay(PaymentRequest(productID: "coins"))
            let received = try await webhook.next()
            #expect(received.contentType == "application/json")
            let verifier = JWSVerifier(
                trustedRoots: try TrustedRoots([store.signedTransactionRootCertificate]),
                policy: JWSPolicy(bundleIdentifier: "com.example.shop", environments: [.sandbox])
            )
            let verified = try verifier.verify(received.document())
            #expect(verified.notification.payload.type == .oneTimeCharge)
            try await store.waitForAttempts { $0.map(\.result) == [.success] }
            #expect(try store.notifications.nextDate() == nil)
        }
    }

    @Test("A webhook that fails gets the notification again after an hour of the store's time")
    func retry() async throws {
        try await serving { webhook in
            webhook.answerFirst(with: 500)
            try store.pay(PaymentRequest(productID: "coins"))
            let first = try await webhook.nextPayload()
            try await store.waitForAttempts { $0.map(\.result) == [.unsuccessfulStatus] }
            clock.advance(by: 3600)
            let second = try await webhook.nextPayload()
            #expect(first.identifier == second.identifier)
            try await store.waitForAttempts { $0.last?.result == .success }
        }
    }

    @Test("A webhook that is down loses nothing")
    func down() async throws {
        let webhook = try WebhookServer.start()
        let url = webhook.url
        webhook.stop()
        try store.record(to: url)
        try await RunningServer.run(store) { _ in
            try store.pay(PaymentRequest(productID: "coins"))
            try await store.waitForAttempts { $0.map(\.result) == [.socketIssue] }
        }
        #expect(try store.notifications.nextDate() == .start + 3600)
        try await serving { webhook in
            clock.advance(by: 3600)
            _ = try await webhook.next()
        }
    }

    @Test("What happened while no server ran is sent by the next one, in order")
    func restart() async throws {
        try store.record(to: try #require(URL(string: "http://127.0.0.1:1/")))
        let entry = try store.pay("monthly")
        try store.subscriptions.setAutoRenew(false, of: entry.id)
        try await serving { webhook in
            let first = try await webhook.nextPayload().type
            let second = try await webhook.nextPayload().type
            #expect([first, second] == [.subscribed, .didChangeRenewalStatus])
        }
    }

    @Test("A server that is stopped while it sends sends again at its next start")
    func interruption() async throws {
        let webhook = try WebhookServer.start(answers: false)
        try store.record(to: webhook.url)
        try store.pay(PaymentRequest(productID: "coins"))
        try await RunningServer.run(store) { _ in _ = try await webhook.next() }
        #expect(try store.notifications.history()[0].attempts.isEmpty)
        #expect(try store.notifications.nextDate() == .start)
        webhook.stop()
    }

    @Test("A webhook that does not answer to one purchase gets those of others, each in order")
    func parallel() async throws {
        let webhook = try WebhookServer.start(answers: false)
        try store.record(to: webhook.url)
        let entry = try store.pay("monthly")
        try store.subscriptions.setAutoRenew(false, of: entry.id)
        try store.pay("coins")
        try await RunningServer.run(store) { _ in
            let types = [
                try await webhook.nextPayload().type, try await webhook.nextPayload().type,
            ]
            #expect(Set(types) == [.subscribed, .oneTimeCharge])
            let waiting = try store.notifications.history()[1]
            #expect(waiting.notification.type == .didChangeRenewalStatus)
            #expect(waiting.attempts.isEmpty)
        }
        webhook.stop()
    }

    @Test("No more notifications are sent at once than the limits say")
    func bound() async throws {
        let webhook = try WebhookServer.start(answers: false)
        try store.record(to: webhook.url)
        for _ in 0..<5 { try store.pay("coins") }
        var limits = StoreServer.Limits.patient
        limits.webhookRequests = 3
        try await RunningServer.run(store, .init(limits: limits)) { _ in
            for _ in 0..<3 { _ = try await webhook.next() }
            #expect(try store.notifications.history().map(\.attempts.count) == [1, 1, 1, 0, 0])
        }
        webhook.stop()
    }

    @Test("What was under way when its process was killed is sent at the next start")
    func lost() async throws {
        try store.record(to: try #require(URL(string: "http://127.0.0.1:1/")))
        try store.pay("coins")
        // The last attempt, and one of before whose end was lost.
        for hours in [1, 12, 24, 48, 72] {
            _ = try store.notifications.beginAttempt()
            clock.advance(by: TimeInterval(hours) * 3600)
        }
        _ = try store.notifications.beginAttempt()
        #expect(try store.notifications.nextDate() == nil)
        try await serving { webhook in
            #expect(try await webhook.nextPayload().type == .oneTimeCharge)
            try await store.waitForAttempts { $0.map(\.result) == [.success] }
        }
    }

    @Test("Of two servers with a ledger one sends, and the other one after it")
    func turns() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(
            catalog: self.store.catalog,
            at: .file(folder.appendingPathComponent("shop.ledger")),
            clock: clock
        )
        let webhook = try WebhookServer.start(answers: false)
        try store.record(to: webhook.url)
        try store.pay("coins")
        try await RunningServer.run(store, .patient) { first in
            _ = try await webhook.next()
            try await RunningServer.run(store, .patient) { _ in
                #expect(try store.notifications.history()[0].attempts.map(\.result) == [nil])
                await first.server.stop()
                _ = try await webhook.next()
            }
        }
        webhook.stop()
    }

    /// Runs a server whose store sends to a webhook.
    private func serving(_ body: (WebhookServer) async throws -> Void) async throws {
        try await WebhookServer.receiving(from: store, body)
    }
}

extension Store {
    /// Waits until the attempts to send the first notification are as expected.
    func waitForAttempts(
        _ isExpected: ([StoreNotification.Attempt]) -> Bool
    ) async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let observation = observeLedger { _ in continuation.yield() }
        defer { observation.cancel() }
        continuation.yield()
        for await _ in changes
        where isExpected(try notifications.history().first?.attempts ?? []) { return }
    }
}
