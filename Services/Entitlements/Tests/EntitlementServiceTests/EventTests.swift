import AppReceipt
import AsyncHTTPClient
import Crypto
import EntitlementModel
import Foundation
import HTTPTypes
import PostgreSQL
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

    @Test func `a cancellation leaves the list as it is, and is an event all the same`()
        async throws
    {
        let service = try await TestService(at: .start + 2 * .day)
        try await service.receive(TransactionPayload.make())
        var renewal = RenewalInfoPayload.make(signed: .start + .day)
        renewal.willAutoRenew = false
        try await service.receive(
            try service.appStore.notification(.didChangeRenewalStatus, .make(), renewal)
        )
        let events =
            "SELECT type, cause::jsonb->>'reason' FROM entitlements.event ORDER BY sequence"
        #expect(
            try await service.rows(events) == [
                "(entitlements.granted,started)", "(entitlements.unchanged,cancelled)",
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
                "(\(second),1,entitlements.unchanged)", "(\(second),2,entitlements.granted)",
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
            #expect(try await sender.sendDue() == 1)
            #expect(try await sender.sendDue() == 0)
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
            #expect(try await sender.sendDue() == 1)
            #expect(try await sender.sendDue() == 0)
            try await service.makeDue()
            #expect(try await sender.sendDue() == 1)
            #expect(try await sender.sendDue() == 1)
            #expect(try await sender.sendDue() == 0)
        }
        let bodies = receiver.deliveries.map(\.body)
        #expect(bodies.count == 3)
        #expect(bodies[0] == bodies[1])
        #expect(bodies[2].contains("\"sequence\":2"))
    }

    @Test func `the lease of a killed process ends soon, and another takes the event`() async throws
    {
        let service = try await TestService(deliversEvents: true)
        try await service.receive(TransactionPayload.make())
        let sender = service.sender(to: "http://127.0.0.1")
        #expect(await sender.lease(first: 10, repeated: 10).count == 1)
        #expect(await sender.lease(first: 10, repeated: 10).isEmpty)
        let pause = "SELECT due_at <= now() + interval '40 seconds' FROM entitlements.delivery"
        #expect(try await service.rows(pause) == ["(t)"])
        try await service.makeDue()
        // The event has a place only among the repeated attempts.
        #expect(await sender.lease(first: 10, repeated: 0).isEmpty)
        #expect(await sender.lease(first: 0, repeated: 10).count == 1)
    }

    @Test(.timeLimit(.minutes(10)))
    func `an event without a response holds up its customer alone`() async throws {
        let service = try await TestService(deliversEvents: true)
        let customers = (0..<80).map { _ in UUID() }
        let slow = Set(customers.prefix(40).map { $0.uuidString.lowercased() })
        let receiver = EventReceiver(holding: slow)
        try await receiver.run { url in
            for number in 0..<160 {
                let token = customers[number % customers.count]
                try await service.receive(TransactionPayload.make("\(number)", token: token))
            }
            let sender = service.sender(to: url)
            let sending = Task { try await sender.run() }
            await receiver.waitForDeliveries { $0.count { !slow.contains($0.customer) } == 80 }
            sending.cancel()
            receiver.release()
            try await sending.value
        }
        let sequences = Dictionary(grouping: receiver.deliveries, by: \.customer)
            .mapValues { $0.map(\.sequence) }
        for customer in customers.map({ $0.uuidString.lowercased() }) {
            // A slow customer's second event may still be unsent.
            #expect(sequences[customer, default: [1]] == (slow.contains(customer) ? [1] : [1, 2]))
        }
    }

    @Test func `a response whose body does not end accepts an event`() async throws {
        let service = try await TestService(deliversEvents: true)
        let receiver = EventReceiver(answers: [.ok], hasEndlessBody: true)
        try await receiver.run { url in
            try await service.receive(TransactionPayload.make())
            #expect(try await service.sender(to: url).sendDue() == 1)
            receiver.release()
        }
        #expect(try await service.rows("TABLE entitlements.delivery").isEmpty)
    }

    @Test func `a redirect accepts no event`() async throws {
        let service = try await TestService(deliversEvents: true)
        let receiver = EventReceiver(answers: [.found])
        try await receiver.run { url in
            try await service.receive(TransactionPayload.make())
            #expect(try await service.sender(to: url).sendDue() == 1)
        }
        #expect(try await service.rows("SELECT attempts FROM entitlements.delivery") == ["(1)"])
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
            #expect(try await sender.sendDue() == 1)
            #expect(try await service.rows("TABLE entitlements.dead_letter").count == 1)
            // The next event does not wait for the dead letter.
            #expect(try await sender.sendDue() == 1)
            #expect(try await service.replay.replayDeadLetters() == 1)
            #expect(try await sender.sendDue() == 1)
            #expect(try await sender.sendDue() == 1)
            #expect(try await sender.sendDue() == 0)
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
                #expect(try await sender.sendDue() == 1)
            }
            let again = try await service.replay.replay(
                .account(.account),
                in: .shop,
                from: 2,
                by: "anna"
            )
            #expect(again?.events == 2)
            #expect(try await sender.sendDue() == 1)
            #expect(try await sender.sendDue() == 1)
            #expect(try await sender.sendDue() == 0)
        }
        let bodies = receiver.deliveries.map(\.body)
        #expect(bodies[3...] == bodies[1...2])
    }

    @Test func `a replay sends events that were written without a URL, too`() async throws {
        let service = try await TestService(deliversEvents: true)
        try await service.receive(TransactionPayload.make("1"))
        let silent = PurchaseLedger(apps: service.apps, clock: service.clock)
        let later = try service.verifier.verify(
            transaction: try service.appStore.sign(TransactionPayload.make("2")),
            at: service.clock.approximateNow()
        )
        _ = try await Recorder(service.database, silent).record(later)
        let again = try await service.replay.replay(
            .account(.account),
            in: .shop,
            from: 1,
            by: "anna"
        )
        #expect(again?.events == 2)
        let receiver = EventReceiver()
        try await receiver.run { url in
            let sender = service.sender(to: url)
            for count in [1, 1, 0] { try await #expect(sender.sendDue() == count) }
        }
        #expect(receiver.deliveries.map(\.sequence) == [1, 2])
    }

    @Test func `a replay is of the customer that a name is linked to, and in the audit log`()
        async throws
    {
        let service = try await TestService(deliversEvents: true)
        try await service.receive(TransactionPayload.make())
        try await service.link(.account(.account), to: .user("1"))
        _ = try await service.connections.query(Statement("DELETE FROM entitlements.delivery"))
        for name in [CustomerID.account(.account), .originalTransaction("100"), .user("1")] {
            let again = try await service.replay.replay(name, in: .shop, from: 1, by: "anna")
            #expect(again?.customer == .user("1"))
            #expect(again?.events == 1)
        }
        let waiting = "SELECT customer, next_sequence FROM entitlements.delivery"
        #expect(try await service.rows(waiting) == ["(user:1,1)"])
        let stated = """
            SELECT customer, actor FROM entitlements.statement WHERE kind = 'replay'
            """
        #expect(
            try await service.rows(stated) == Array(repeating: "(user:1,anna)", count: 3)
        )
    }

    @Test func `a replay of an unknown customer changes nothing`() async throws {
        let service = try await TestService(deliversEvents: true)
        #expect(
            try await service.replay.replay(.user("1"), in: .shop, from: 1, by: "anna") == nil
        )
        for table in ["customer", "statement", "delivery"] {
            #expect(try await service.rows("TABLE entitlements.\(table)") == [])
        }
    }
}

extension TestService {
    /// Writes the events that time causes.
    func settle() async throws -> Int {
        try await ledger.recordPassingOfTime(limit: 100, in: database)
    }

    /// Ends all pauses and leases.
    func makeDue() async throws {
        let change = "UPDATE entitlements.delivery SET due_at = now()"
        _ = try await connections.query(Statement(change))
    }

    var replay: EventReplay { EventReplay(database, apps: apps, clock: clock) }

    func sender(
        to url: String,
        secret: [UInt8]? = nil,
        attempts: Int64 = 20,
        in database: (any SQLDatabase)? = nil
    ) -> EventSender {
        EventSender(
            database: database ?? self.database,
            destination: .init(url: url, secret: secret, greatestAttempts: attempts),
            metrics: ServiceMetrics(PrometheusRegistry()),
            logger: .silent
        )
    }
}

extension EventSender {
    /// Makes an attempt for each event that is due, one after the other.
    ///
    /// - Returns: The number of events.
    @discardableResult
    func sendDue() async throws -> Int {
        try await HTTPClient.withHTTPClient(configuration: Self.clientConfiguration) { client in
            let due = await lease(first: 10, repeated: 10)
            for (event, delivery) in due { await send(event, delivery, by: client) }
            return due.count
        }
    }
}
