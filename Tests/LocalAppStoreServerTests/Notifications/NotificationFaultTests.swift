import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore
@testable import LocalAppStoreServer

@Suite("Faults of notifications", .timeLimit(.minutes(10)))
struct NotificationFaultTests {
    let clock = StoreClock.manual(startingAt: .start)
    let store: Store

    init() throws {
        store = try Store.make(clock: clock)
    }

    @Test("One that is sent twice arrives twice, with one identifier")
    func duplicate() async throws {
        try await serving(.duplicateDelivery) { webhook in
            try store.pay(PaymentRequest(productID: "coins"))
            let first = try await webhook.nextPayload().identifier
            #expect(try await webhook.nextPayload().identifier == first)
            // The result is recorded after the webhook has answered.
            try await store.waitForAttempts { $0.map(\.result) == [.success] }
        }
    }

    @Test("One that is out of order arrives after the next one")
    func reordered() async throws {
        try await serving(.reorderedDelivery(seconds: 60)) { webhook in
            try store.pay(PaymentRequest(productID: "coins"))
            try store.pay(PaymentRequest(productID: "monthly"))
            #expect(try await webhook.nextPayload().type == .subscribed)
            #expect(try await webhook.nextPayload().type == .oneTimeCharge)
        }
    }

    @Test("One that is out of order and alone arrives when it has waited")
    func reorderedAlone() async throws {
        try await serving(.reorderedDelivery(seconds: 60)) { webhook in
            try store.pay(PaymentRequest(productID: "coins"))
            await store.faults.waitForDelays(1)
            clock.advance(by: 60)
            #expect(try await webhook.nextPayload().type == .oneTimeCharge)
        }
    }

    @Test("One that is late holds up no other")
    func late() async throws {
        try await serving(.slow(seconds: 60)) { webhook in
            try store.pay(PaymentRequest(productID: "coins"))
            try store.pay(PaymentRequest(productID: "monthly"))
            #expect(try await webhook.nextPayload().type == .subscribed)
            clock.advance(by: 60)
            #expect(try await webhook.nextPayload().type == .oneTimeCharge)
        }
    }

    @Test("One that is lost counts as received, and only the history has it")
    func lost() async throws {
        try await serving(.noAnswer) { webhook in
            try store.pay(PaymentRequest(productID: "coins"))
            try store.pay(PaymentRequest(productID: "monthly"))
            #expect(try await webhook.nextPayload().type == .subscribed)
        }
        let history = try store.notifications.history()
        #expect(history.map(\.notification.type) == [.oneTimeCharge, .subscribed])
        #expect(history[0].attempts.map(\.result) == [.success])
    }

    @Test(
        "One that does not arrive is sent again",
        arguments: [
            (FaultPlan.Failure.networkDown, StoreNotification.Attempt.Result.socketIssue),
            (.httpStatus(503), .unsuccessfulStatus), (.timeout(seconds: 5), .timedOut),
        ]
    )
    func failed(
        _ failure: FaultPlan.Failure,
        _ result: StoreNotification.Attempt.Result
    ) async throws {
        try await serving(failure) { webhook in
            try store.pay(PaymentRequest(productID: "coins"))
            if case .timeout = failure { await store.faults.waitForDelays(1) }
            clock.advance(by: 5)
            try await store.waitForAttempts { $0.map(\.result) == [result] }
            clock.advance(by: 3600)
            #expect(try await webhook.nextPayload().type == .oneTimeCharge)
        }
    }

    /// Runs a server whose first notification meets a failure.
    private func serving(
        _ failure: FaultPlan.Failure,
        _ body: (WebhookServer) async throws -> Void
    ) async throws {
        store.faults.plan = try FaultPlan(
            seed: 1,
            rules: [.at(.notification, failure, .first(1))]
        )
        try await WebhookServer.receiving(from: store, body)
    }
}

extension FaultInjector {
    /// Waits until something waits for the clock.
    func waitForDelays(_ count: Int) async {
        await withCheckedContinuation { continuation in
            whenWaiting(count) { continuation.resume() }
        }
    }
}
