import AsyncHTTPClient
import Crypto
import EntitlementModel
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import PostgreSQL
import ServiceLifecycle

/// Sends events to an address, those of one customer in their order, each at least once.
///
/// Any number of processes share the work: a customer's next event is leased, and taken by another
/// process when the lease has ended. What the address does not accept is sent again after growing
/// pauses, and at last kept as a dead letter.
struct EventSender: Service {
    /// Where events are sent, and how they are signed.
    struct Destination: Sendable {
        let url: String
        /// The secret of signatures as in *Standard Webhooks*; without one, nothing is signed.
        var secret: [UInt8]?
        /// The number of attempts after which an event becomes a dead letter.
        var greatestAttempts: Int64 = 20
    }

    static let leaseSeconds = 60
    private static let timeout: TimeAmount = .seconds(15)
    private static let batch = 32

    let database: any SQLDatabase
    let destination: Destination
    let client: HTTPClient
    let metrics: ServiceMetrics
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let count = await sendDue()
                if count < Self.batch { try await Task.sleep(for: .milliseconds(250)) }
            }
        }
    }

    /// Sends what is due, up to a batch.
    ///
    /// - Returns: The number of events that were tried.
    @discardableResult
    func sendDue() async -> Int {
        do {
            let lease = EventTables.lease(seconds: Self.leaseSeconds, limit: Self.batch)
            let events = try await database.query(lease).map(EntitlementEvent.decode)
            await withTaskGroup { group in
                for (event, attempt) in events {
                    group.addTask { await send(event, attempt) }
                }
            }
            return events.count
        } catch {
            logger.warning("no events", metadata: ["error": .string(error.localizedDescription)])
            return 0
        }
    }

    private func send(_ event: EntitlementEvent, _ attempt: Int64) async {
        let problem = await post(event)
        do {
            if let problem {
                try await note(problem, event, attempt)
            } else {
                metrics.events(delivered: 1)
                try await advance([], past: event)
            }
        } catch {
            // The lease ends, and the event is sent again.
            logger.warning(
                "delivery not recorded",
                metadata: ["error": .string(error.localizedDescription)]
            )
        }
    }

    private func note(_ problem: String, _ event: EntitlementEvent, _ attempt: Int64) async throws {
        logger.info(
            "event not delivered",
            metadata: ["event": .string(event.id.uuidString), "reason": .string(problem)]
        )
        guard attempt >= destination.greatestAttempts else {
            metrics.events(failed: 1)
            let pause = Self.pause(after: attempt)
            _ = try await database.query(EventTables.postpone(event, milliseconds: pause))
            return
        }
        metrics.events(givenUp: 1)
        try await advance([EventTables.giveUp(event, because: problem)], past: event)
    }

    /// Goes on to the customer's next event.
    private func advance(_ statements: [Statement], past event: EntitlementEvent) async throws {
        try await database.transaction { _ in
            Commit(
                (),
                after: statements + [EventTables.complete(event), EventTables.removeIfDone(event)]
            )
        }
    }

    /// The pause before the next attempt, in milliseconds: a second, doubled up to six hours.
    static func pause(after attempt: Int64) -> Int64 {
        let longest: Int64 = 6 * 3_600_000
        let doubled = Int64(1000) << min(attempt - 1, 30)
        return Int64(Double(min(doubled, longest)) * Double.random(in: 0.8...1))
    }

    /// Sends an event; returns why it was not accepted, or `nil`.
    private func post(_ event: EntitlementEvent) async -> String? {
        let body = event.json
        var request = HTTPClientRequest(url: destination.url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "webhook-id", value: event.id.uuidString.lowercased())
        let timestamp = String(Int(Date().timeIntervalSince1970))
        request.headers.add(name: "webhook-timestamp", value: timestamp)
        if let secret = destination.secret {
            let signature = Self.signature(of: event.id, at: timestamp, body, secret)
            request.headers.add(name: "webhook-signature", value: signature)
        }
        request.body = .bytes(ByteBuffer(string: body))
        do {
            let response = try await client.execute(request, timeout: Self.timeout)
            // The connection can be used again once the body is read.
            for try await _ in response.body {}
            let code = response.status.code
            return (200..<300).contains(code) ? nil : "The answer has the status \(code)."
        } catch {
            return "There is no answer: \(error)"
        }
    }

    /// The signature of an event (*Standard Webhooks*, "Signature scheme").
    static func signature(
        of id: UUID,
        at timestamp: String,
        _ body: String,
        _ secret: [UInt8]
    ) -> String {
        let signed = "\(id.uuidString.lowercased()).\(timestamp).\(body)"
        let code = HMAC<SHA256>
            .authenticationCode(for: Array(signed.utf8), using: SymmetricKey(data: secret))
        return "v1,\(Data(code).base64EncodedString())"
    }
}

extension EntitlementEvent {
    /// The event as it is sent.
    var json: String {
        entitlements.object(
            after: """
                "id":\(JSONText.quoted(id.uuidString.lowercased())),\
                "app":\(JSONText.quoted(customer.scope.app)),\
                "environment":\(JSONText.quoted(customer.scope.environment.rawValue)),\
                "customer":\(JSONText.quoted(customer.id.description)),\
                "sequence":\(sequence),"type":\(JSONText.quoted(type.rawValue))
                """
        )
    }
}
