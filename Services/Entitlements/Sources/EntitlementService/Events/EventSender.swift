import AsyncHTTPClient
import Crypto
import EntitlementModel
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import PostgreSQL
import ServiceLifecycle
import Synchronization

/// Sends events to a URL, those of one customer in order, each at least once.
///
/// Any number of processes share the work: a process leases a customer's next event, and another
/// one takes it when the lease has ended. An event that the receiver doesn't accept is sent again
/// after growing pauses, and finally becomes a dead letter.
///
/// An event without a response delays only its customer. Repeated attempts have their own places,
/// so that they don't take those of first attempts.
struct EventSender: Service {
    /// Where events are sent, and how they are signed.
    struct Destination: Sendable {
        let url: String
        /// The secret of signatures as in *Standard Webhooks*; without one, nothing is signed.
        var secret: [UInt8]?
        /// The number of attempts after which an event becomes a dead letter.
        var greatestAttempts: Int64 = 20
    }

    /// The time after which another process takes the event of one that was killed.
    ///
    /// It is longer than an attempt with its queries, so that no event is sent after a later one.
    static let leaseSeconds = 40
    /// The greatest number of first attempts under way, and of repeated ones.
    static let places = 128
    private static let timeout: TimeAmount = .seconds(15)
    /// The time and the bytes of a response's body that are worth keeping a connection for.
    private static let drainTime: Duration = .seconds(1)
    private static let drainSize = 64 * 1024

    let database: any SQLDatabase
    let destination: Destination
    let metrics: ServiceMetrics
    let logger: Logger

    func run() async throws {
        try await HTTPClient.withHTTPClient(configuration: Self.clientConfiguration) { client in
            await cancelWhenGracefulShutdown { await sendAll(by: client) }
        }
    }

    static var clientConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        // With fewer connections, attempts without a response would hold up all others.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 2 * places
        return configuration
    }

    private func sendAll(by client: HTTPClient) async {
        let (turns, turn) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let first = Places(Self.places), repeated = Places(Self.places)
        await withDiscardingTaskGroup { group in
            group.addTask {
                repeat {
                    turn.yield()
                } while (try? await Task.sleep(for: .milliseconds(250))) != nil
            }
            for await _ in turns {
                for (event, delivery) in await lease(first: first.free, repeated: repeated.free) {
                    let places = delivery.attempts > 1 ? repeated : first
                    places.take()
                    group.addTask {
                        await send(event, delivery, by: client)
                        places.release()
                        turn.yield()
                    }
                }
            }
        }
    }

    /// Leases events that are due.
    func lease(first: Int, repeated: Int) async -> [(EntitlementEvent, Delivery)] {
        guard first + repeated > 0 else { return [] }
        do {
            let due = try await database.query(EventTables.due(first: first, repeated: repeated))
                .map(Delivery.init)
            return await withTaskGroup { group in
                for delivery in due {
                    group.addTask { await lease(delivery) }
                }
                return await group.reduce(into: []) { events, event in
                    if let event { events.append(event) }
                }
            }
        } catch {
            logger.warning("no events", metadata: ["error": .string(error.localizedDescription)])
            return []
        }
    }

    /// Leases an event; `nil` if another process has it, or it cannot be read.
    private func lease(_ due: Delivery) async -> (EntitlementEvent, Delivery)? {
        do {
            let lease = EventTables.lease(due, seconds: Self.leaseSeconds)
            guard try await database.query(lease).changedRowCount > 0 else { return nil }
            var delivery = due
            delivery.attempts += 1
            let found = try await database.query(EventTables.event(of: delivery))
            guard var row = found.rows.first else {
                try await giveUp(delivery, because: "The event is missing.")
                return nil
            }
            do throws(SQLError) {
                return (try EntitlementEvent(delivery, &row), delivery)
            } catch {
                // A process of a later version may be able to read it.
                try await note("The event cannot be read: \(error)", delivery)
                return nil
            }
        } catch {
            logger.warning("no event", metadata: ["error": .string(error.localizedDescription)])
            return nil
        }
    }

    /// Makes an attempt, and records its outcome.
    func send(_ event: EntitlementEvent, _ delivery: Delivery, by client: HTTPClient) async {
        let problem = await post(event, by: client)
        do {
            if let problem {
                try await note(problem, delivery)
            } else {
                metrics.events(delivered: 1)
                try await database.transaction { _ in
                    let end = [
                        EventTables.complete(delivery), EventTables.removeIfDone(delivery),
                    ]
                    return Commit((), after: end)
                }
            }
        } catch {
            // The lease ends, and the event is sent again.
            logger.warning(
                "delivery not recorded",
                metadata: ["error": .string(error.localizedDescription)]
            )
        }
    }

    private func note(_ problem: String, _ delivery: Delivery) async throws {
        logger.info("event not delivered", metadata: delivery.metadata(problem))
        guard delivery.attempts >= destination.greatestAttempts else {
            metrics.events(failed: 1)
            let pause = Self.pause(after: delivery.attempts)
            _ = try await database.query(EventTables.postpone(delivery, milliseconds: pause))
            return
        }
        try await giveUp(delivery, because: problem)
    }

    /// Keeps an event as a dead letter, and goes on to the customer's next one.
    private func giveUp(_ delivery: Delivery, because problem: String) async throws {
        let isKept = try await database.transaction { session in
            guard try await session.run(EventTables.giveUp(delivery)).changedRowCount > 0
            else { return Commit(false) }
            let end = [
                EventTables.insertDeadLetter(delivery, because: problem),
                EventTables.removeIfDone(delivery),
            ]
            return Commit(true, after: end)
        }
        guard isKept else { return }
        metrics.events(givenUp: 1)
        logger.warning("event given up", metadata: delivery.metadata(problem))
    }

    /// The pause before the next attempt, in milliseconds: a second, doubled up to the longest.
    static func pause(after attempt: Int64, longest: Int64 = 6 * 3_600_000) -> Int64 {
        let doubled = Int64(1000) << min(attempt - 1, 30)
        return Int64(Double(min(doubled, longest)) * Double.random(in: 0.8...1))
    }

    /// Sends an event; returns why it was not accepted, or `nil`.
    private func post(_ event: EntitlementEvent, by client: HTTPClient) async -> String? {
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
            await Self.drain(response.body)
            let code = response.status.code
            return (200..<300).contains(code) ? nil : "The response has the status \(code)."
        } catch {
            return "No response: \(error)"
        }
    }

    /// Reads a body, after which the connection can be used again; a long or slow one closes it.
    private static func drain(_ body: HTTPClientResponse.Body) async {
        await withTaskGroup { group in
            group.addTask { _ = try? await Task.sleep(for: drainTime) }
            group.addTask { _ = try? await body.collect(upTo: drainSize) }
            await group.next()
            group.cancelAll()
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
        JSON.object([
            "id": .id(id),
            "app": .string(customer.scope.app),
            "environment": .string(customer.scope.environment.rawValue),
            "customer": .customer(customer.id),
            "sequence": .integer(sequence),
            "type": .string(type.rawValue),
            "reason": .string((cause?.reason ?? .changed).rawValue),
            "isLate": .flag(isLate),
            "change": cause?.responseJSON,
            "entitlements": .written(entitlements.list),
        ]).text
    }
}

extension Delivery {
    fileprivate func metadata(_ problem: String) -> Logger.Metadata {
        [
            "app": "\(customer.scope)", "customer": "\(customer.id)", "sequence": "\(sequence)",
            "reason": .string(problem),
        ]
    }
}

/// The places for attempts under way.
private final class Places: Sendable {
    private let count: Mutex<Int>

    init(_ count: Int) {
        self.count = Mutex(count)
    }

    var free: Int { count.withLock { $0 } }
    func take() { count.withLock { $0 -= 1 } }
    func release() { count.withLock { $0 += 1 } }
}
