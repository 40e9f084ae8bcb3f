import AppReceipt
import AsyncHTTPClient
import EntitlementModel
import Foundation
import HTTPTypes
import PostgreSQL
import Testing

@testable import EntitlementService

@Suite struct EventDeliveryTests {
    @Test func `an event that was lost between lease and reading is leased again`()
        async throws
    {
        let service = try await TestService(deliversEvents: true)
        try await service.receive(TransactionPayload.make())
        // The two statements find out what is due, and lease it.
        let database = FailingDatabase(service.database, after: 2)
        let lost = await service.sender(to: "", in: database).lease(first: 10, repeated: 10)
        #expect(lost.isEmpty)
        #expect(try await service.rows("SELECT attempts FROM entitlements.delivery") == ["(1)"])
        try await service.makeDue()
        let leased = await service.sender(to: "").lease(first: 10, repeated: 10)
        #expect(leased.map(\.0.sequence) == [1])
        #expect(leased.map(\.1.attempts) == [2])
    }

    @Test(arguments: [
        ("DELETE FROM entitlements.event WHERE sequence = 1", "The event is missing."),
        ("UPDATE entitlements.event SET type = 'x' WHERE sequence = 1", "unknown type of event x"),
        (
            "UPDATE entitlements.event SET cause = '{' WHERE sequence = 1",
            "an entry of a timeline is malformed"
        ),
    ])
    func `an event that cannot be read becomes a dead letter at last, a missing one at once`(
        change: String,
        problem: String
    ) async throws {
        let service = try await TestService(deliversEvents: true)
        let receiver = EventReceiver()
        let isMissing = change.hasPrefix("DELETE")
        try await service.receive(TransactionPayload.make())
        try await service.receive(TransactionPayload.make("200"))
        _ = try await service.connections.query(Statement(change))
        try await receiver.run { url in
            let sender = service.sender(to: url, attempts: 2)
            #expect(try await sender.sendDue() == 0)
            if !isMissing {
                #expect(try await service.rows("TABLE entitlements.dead_letter") == [])
                try await service.makeDue()
                #expect(try await sender.sendDue() == 0)
            }
            for count in [1, 0] { try await #expect(sender.sendDue() == count) }
        }
        #expect(receiver.deliveries.map(\.sequence) == [2])
        #expect(try await service.rows("TABLE entitlements.delivery") == [])
        try await service.serve { client async throws in
            let page = try await client.object("dead-letters")
            let letters = try #require(page["deadLetters"] as? [[String: Any]])
            #expect(letters.map { $0["sequence"] as? Int } == [1])
            #expect((letters.first?["error"] as? String)?.contains(problem) == true)
            #expect((letters.first?["id"] == nil) == isMissing)
            let view = try await client.object("customers/\(UUID.account)")
            let events = view["events"] as? [[String: Any]] ?? []
            #expect(events.map { $0["sequence"] as? Int } == (isMissing ? [2] : [2, 1]))
        }
    }

    @Test(arguments: [
        (200, true), (202, true), (299, true), (300, false), (400, false), (410, false),
        (429, false),
    ])
    func `a status from 200 to 299 accepts an event, and no other`(
        code: Int,
        isAccepted: Bool
    ) async throws {
        let service = try await TestService(deliversEvents: true)
        let receiver = EventReceiver(answers: [HTTPResponse.Status(code: code)])
        try await receiver.run { url in
            try await service.receive(TransactionPayload.make())
            #expect(try await service.sender(to: url).sendDue() == 1)
        }
        // Without a secret, nothing is signed.
        #expect(receiver.deliveries.map(\.signature) == [nil])
        let waiting = try await service.rows("SELECT attempts FROM entitlements.delivery")
        #expect(waiting == (isAccepted ? [] : ["(1)"]))
    }

    @Test(arguments: [1, 20])
    func `a sender whose lease has ended changes nothing of another attempt`(
        greatestAttempts: Int64
    ) async throws {
        let service = try await TestService(deliversEvents: true)
        try await service.receive(TransactionPayload.make())
        let receiver = EventReceiver(answers: [.badRequest])
        try await receiver.run { url in
            let sender = service.sender(to: url, attempts: greatestAttempts)
            let late = try #require(await sender.lease(first: 10, repeated: 10).first)
            try await service.makeDue()
            #expect(await sender.lease(first: 10, repeated: 10).count == 1)
            let delivery = try await service.rows("TABLE entitlements.delivery")
            await sender.send(late.0, late.1, by: .shared)
            #expect(try await service.rows("TABLE entitlements.delivery") == delivery)
        }
        #expect(receiver.deliveries.count == 1)
        #expect(try await service.rows("TABLE entitlements.dead_letter") == [])
    }

    @Test func `an event that was delivered meanwhile is no dead letter`() async throws {
        let service = try await TestService(deliversEvents: true)
        try await service.receive(TransactionPayload.make())
        try await service.receive(TransactionPayload.make("200"))
        let receiver = EventReceiver(answers: [.noContent, .badRequest])
        try await receiver.run { url in
            let sender = service.sender(to: url, attempts: 1)
            let late = try #require(await sender.lease(first: 10, repeated: 10).first)
            try await service.makeDue()
            let last = try #require(await sender.lease(first: 10, repeated: 10).first)
            await sender.send(late.0, late.1, by: .shared)
            await sender.send(last.0, last.1, by: .shared)
        }
        let delivery = "SELECT next_sequence, attempts FROM entitlements.delivery"
        #expect(try await service.rows(delivery) == ["(2,0)"])
        #expect(try await service.rows("TABLE entitlements.dead_letter") == [])
    }

    @Test func `a replay of dead letters ends although some are dead again`() async throws {
        let service = try await TestService(deliversEvents: true)
        let die = """
            INSERT INTO entitlements.dead_letter (app, environment, customer, sequence, error)
            SELECT app, environment, customer, sequence, 'again' FROM entitlements.event
            """
        for token in [UUID.account, .otherAccount] {
            try await service.receive(TransactionPayload.make("\(token)", token: token))
        }
        _ = try await service.connections.query(Statement(die))
        // After the first page with its two customers.
        let database = InterruptedDatabase(service.database, after: 3) {
            _ = try await service.connections.query(Statement(die))
        }
        let replay = EventReplay(database, apps: service.apps, clock: service.clock)
        #expect(try await replay.replayDeadLetters() == 2)
        #expect(database.wasInterrupted)
        #expect(try await service.rows("TABLE entitlements.dead_letter").count == 2)
    }
}
