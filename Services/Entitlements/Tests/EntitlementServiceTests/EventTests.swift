import AppReceipt
import AsyncHTTPClient
import Crypto
import EntitlementModel
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import PostgreSQL
import Synchronization
import Testing

@testable import EntitlementService

@Suite struct EventTests {
    @Test func `a purchase, its renewal and its end are events in sequence`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        service.clock.set(to: Milliseconds(.start + 30 * .day))
        try await service.receive(TransactionPayload.renewal())
        service.clock.set(to: Milliseconds(.start + 60 * .day))
        #expect(try await service.settle() == 1)
        #expect(
            try await service.rows(
                "SELECT sequence, type FROM entitlements.event ORDER BY sequence"
            ) == [
                "(1,entitlements.granted)", "(2,entitlements.changed)",
                "(3,entitlements.revoked)",
            ]
        )
    }

    @Test func `time alone ends what was granted, once`() async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        #expect(try await service.settle() == 0)
        service.clock.set(to: Milliseconds(.start + 30 * .day))
        #expect(try await service.settle() == 1)
        #expect(try await service.settle() == 0)
        #expect(try await service.events().count == 2)
    }

    @Test func `an account that loses a purchase and one that gets it have an event each`()
        async throws
    {
        let service = try await TestService(at: .start + 31 * .day)
        try await service.receive(TransactionPayload.make(expires: .start + 40 * .day))
        try await service.receive(TransactionPayload.renewal(token: .otherAccount))
        let types = try await service.rows(
            "SELECT customer, sequence, type FROM entitlements.event ORDER BY customer, sequence"
        )
        let first = UUID.account.uuidString.lowercased()
        let second = UUID.otherAccount.uuidString.lowercased()
        #expect(
            types == [
                "(\(first),1,entitlements.granted)", "(\(first),2,entitlements.revoked)",
                "(\(second),1,entitlements.granted)",
            ]
        )
    }

    @Test func `purchases of one customer at the same time leave no event out`() async throws {
        let service = try await TestService()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<30 {
                group.addTask { try await service.receive(TransactionPayload.make("\(number)")) }
            }
            try await group.waitForAll()
        }
        let rows = try await service.rows(
            """
            SELECT count(*) = max(sequence), max(sequence) = (SELECT sequence
                FROM entitlements.customer) FROM entitlements.event
            """
        )
        #expect(rows == ["(t,t)"])
        let last = try await service.rows(
            "SELECT entitlements FROM entitlements.event ORDER BY sequence DESC LIMIT 1"
        )
        #expect(last.first?.components(separatedBy: "originalTransactionId").count == 31)
    }

    @Test func `events are delivered in the documented form, with a signature`() async throws {
        let service = try await TestService(deliversEvents: true)
        let receiver = EventReceiver()
        let secret = Array("a secret of twenty-four b".utf8)
        try await receiver.run { url in
            try await service.receive(TransactionPayload.make())
            let sender = service.sender(to: url, secret: secret)
            #expect(await sender.sendDue() == 1)
            #expect(await sender.sendDue() == 0)
        }
        let delivery = try #require(receiver.deliveries.first)
        #expect(receiver.deliveries.count == 1)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(delivery.body.utf8)) as? [String: Any]
        )
        #expect(object["id"] as? String == delivery.id)
        #expect(object["app"] as? String == "com.example.shop")
        #expect(object["environment"] as? String == "Sandbox")
        #expect(object["customer"] as? String == UUID.account.uuidString.lowercased())
        #expect(object["sequence"] as? Int == 1)
        #expect(object["type"] as? String == "entitlements.granted")
        #expect((object["entitlements"] as? [Any])?.count == 1)
        let signed = "\(delivery.id).\(delivery.timestamp).\(delivery.body)"
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(signed.utf8),
            using: SymmetricKey(data: secret)
        )
        #expect(delivery.signature == "v1,\(Data(code).base64EncodedString())")
        #expect(try await service.rows("TABLE entitlements.delivery").isEmpty)
    }

    @Test func `an event that is not accepted is sent again, the same and before later ones`()
        async throws
    {
        let service = try await TestService(deliversEvents: true)
        let receiver = EventReceiver(answers: [.internalServerError])
        try await receiver.run { url in
            try await service.receive(TransactionPayload.make())
            try await service.receive(TransactionPayload.make("200"))
            let sender = service.sender(to: url)
            #expect(await sender.sendDue() == 1)
            #expect(await sender.sendDue() == 0)
            try await service.makeDue()
            #expect(await sender.sendDue() == 1)
            #expect(await sender.sendDue() == 1)
            #expect(await sender.sendDue() == 0)
        }
        let bodies = receiver.deliveries.map(\.body)
        #expect(bodies.count == 3)
        #expect(bodies[0] == bodies[1])
        #expect(bodies[2].contains("\"sequence\":2"))
    }

    @Test func `a lease that ended is taken by another process`() async throws {
        let service = try await TestService(deliversEvents: true)
        try await service.receive(TransactionPayload.make())
        let lease = EventTables.lease(seconds: 60, limit: 10)
        #expect(try await service.database.query(lease).rowCount == 1)
        #expect(try await service.database.query(lease).rowCount == 0)
        try await service.makeDue()
        #expect(try await service.database.query(lease).rowCount == 1)
    }

    @Test func `an event that nobody takes becomes a dead letter, and can be replayed`()
        async throws
    {
        let service = try await TestService(deliversEvents: true)
        let receiver = EventReceiver(answers: [.badRequest])
        try await receiver.run { url in
            try await service.receive(TransactionPayload.make())
            try await service.receive(TransactionPayload.make("200"))
            let sender = service.sender(to: url, attempts: 1)
            #expect(await sender.sendDue() == 1)
            #expect(try await service.rows("TABLE entitlements.dead_letter").count == 1)
            // The next event does not wait for it.
            #expect(await sender.sendDue() == 1)
            #expect(try await EventReplay(service.database).replayDeadLetters() == 1)
            #expect(await sender.sendDue() == 1)
            #expect(await sender.sendDue() == 1)
            #expect(await sender.sendDue() == 0)
        }
        let sequences = receiver.deliveries.map { $0.body.contains("\"sequence\":1") ? 1 : 2 }
        #expect(sequences == [1, 2, 1, 2])
        #expect(try await service.rows("TABLE entitlements.dead_letter").isEmpty)
    }

    @Test func `the events of a customer are replayed from a sequence on`() async throws {
        let service = try await TestService(deliversEvents: true)
        let receiver = EventReceiver()
        try await receiver.run { url in
            let sender = service.sender(to: url)
            for number in 1...3 {
                try await service.receive(TransactionPayload.make("\(number)"))
                #expect(await sender.sendDue() == 1)
            }
            let count = try await EventReplay(service.database).replay(
                customer: UUID.account.uuidString,
                app: "com.example.shop",
                environment: .sandbox,
                from: 2
            )
            #expect(count == 1)
            #expect(await sender.sendDue() == 1)
            #expect(await sender.sendDue() == 1)
            #expect(await sender.sendDue() == 0)
        }
        let bodies = receiver.deliveries.map(\.body)
        #expect(bodies[3...] == bodies[1...2])
    }
}

extension TestService {
    /// Writes the events that time causes.
    func settle() async throws -> Int {
        try await ledger.recordPassingOfTime(limit: 100, in: database)
    }

    /// Ends all pauses and leases.
    func makeDue() async throws {
        _ = try await database.query(Statement("UPDATE entitlements.delivery SET due_at = now()"))
    }

    func sender(to url: String, secret: [UInt8]? = nil, attempts: Int64 = 20) -> EventSender {
        EventSender(
            database: database,
            destination: .init(url: url, secret: secret, greatestAttempts: attempts),
            client: .shared,
            metrics: ServiceMetrics(PrometheusRegistry()),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }
}

/// A server that receives events.
private final class EventReceiver: Sendable {
    struct Delivery: Sendable {
        let id: String
        let timestamp: String
        let signature: String?
        let body: String
    }

    private struct State {
        var answers: [HTTPResponse.Status]
        var deliveries: [Delivery] = []
    }

    private let state: Mutex<State>

    /// - Parameter answers: The statuses of the first answers; the others are 204.
    init(answers: [HTTPResponse.Status] = []) {
        state = Mutex(State(answers: answers))
    }

    var deliveries: [Delivery] { state.withLock { $0.deliveries } }

    func run(_ body: @escaping @Sendable (String) async throws -> Void) async throws {
        let router = Router()
        router.post("events") { request, _ in try await self.receive(request) }
        try await Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        .test(.live) { client in
            try await body("http://127.0.0.1:\(client.port ?? 0)/events")
        }
    }

    private func receive(_ request: Request) async throws -> Response {
        var request = request
        let body = String(buffer: try await request.collectBody(upTo: 1_000_000))
        func field(_ name: String) -> String? {
            HTTPField.Name(name).flatMap { request.headers[$0] }
        }
        let delivery = Delivery(
            id: field("webhook-id") ?? "",
            timestamp: field("webhook-timestamp") ?? "",
            signature: field("webhook-signature"),
            body: body
        )
        let status = state.withLock { state in
            state.deliveries.append(delivery)
            return state.answers.isEmpty ? .noContent : state.answers.removeFirst()
        }
        return Response(status: status)
    }
}
