import AppReceipt
import EntitlementModel
import Foundation
import PostgreSQL
import TestCluster
import Testing

@testable import EntitlementService

/// The deciding transaction and the owner of a purchase, in any order of arrival.
@Suite struct PeriodTests {
    // MARK: Owners

    @Test func `a transaction without a token leaves the purchase to its owner`() async throws {
        let documents = [TransactionPayload.make(), .renewal(token: nil)]
        try await TestService.inEveryOrder(documents, at: .start + 31 * .day) {
            service async throws in
            #expect(try await service.entitlements().map(\.until) == [.start + 60 * .day])
            #expect(try await service.ownedPurchases.count == 1)
        }
    }

    @Test func `the newest token owns, and not the newest signature`() async throws {
        let documents = [
            TransactionPayload.make(signed: .start + 70 * .day),
            .renewal(token: .otherAccount),
            .make(
                "103",
                original: "100",
                token: nil,
                purchased: .start + 60 * .day,
                expires: .start + 90 * .day
            ),
        ]
        try await TestService.inEveryOrder(documents, at: .start + 71 * .day) {
            service async throws in
            #expect(try await service.entitlements().isEmpty)
            #expect(try await service.entitlements(of: .account(.otherAccount)).count == 1)
        }
    }

    @Test func `a later statement without a token is no claim`() async throws {
        let documents = [
            TransactionPayload.make(), .make(token: nil, signed: .start + 1),
            .make(token: .otherAccount, signed: .start - 1),
        ]
        try await TestService.inEveryOrder(documents, at: .start + 1 * .day) {
            service async throws in
            #expect(try await service.entitlements().count == 1)
        }
    }

    @Test func `what nobody claimed stands for itself until somebody does`() async throws {
        let service = try await TestService(at: .start + 31 * .day)
        try await service.receive(TransactionPayload.make(token: nil))
        try await service.receive(TransactionPayload.renewal(token: nil))
        #expect(try await service.entitlements(of: .originalTransaction("100")).count == 1)
        try await service.receive(TransactionPayload.make(signed: .start + 31 * .day))
        #expect(try await service.entitlements().count == 1)
    }

    // MARK: Several transactions for a period

    @Test func `the refund of added seats leaves the subscription`() async throws {
        let documents = [
            TransactionPayload.make(), .addedSeats(), .addedSeats(revoked: .start + 11 * .day),
        ]
        try await TestService.inEveryOrder(documents, at: .start + 12 * .day) {
            service async throws in
            #expect(try await service.entitlements().map(\.until) == [.start + 30 * .day])
        }
    }

    @Test func `the refund of the first seats leaves the added ones`() async throws {
        let documents = [
            TransactionPayload.make(), .addedSeats(),
            .make(revoked: .start + 11 * .day, reason: .seatAddition),
        ]
        try await TestService.inEveryOrder(documents, at: .start + 12 * .day) {
            service async throws in
            #expect(try await service.entitlements().count == 1)
        }
    }

    @Test func `the refund of all seats ends the subscription, until one is reversed`() async throws
    {
        let documents = [
            TransactionPayload.make(revoked: .start + 11 * .day),
            .addedSeats(revoked: .start + 11 * .day),
        ]
        try await TestService.inEveryOrder(documents, at: .start + 12 * .day) {
            service async throws in
            #expect(try await service.entitlements().isEmpty)
            try await service.receive(TransactionPayload.make(signed: .start + 12 * .day))
            #expect(try await service.entitlements().count == 1)
        }
    }

    @Test func `an upgraded transaction grants nothing`() async throws {
        let documents = [
            TransactionPayload.make(signed: .start + 9 * .day, isUpgraded: true),
            .addedSeats(revoked: .start + 11 * .day),
        ]
        try await TestService.inEveryOrder(documents, at: .start + 12 * .day) {
            service async throws in
            #expect(try await service.entitlements().isEmpty)
        }
    }

    @Test func `a period that happens to end with another is one of its own`() async throws {
        let upgrade = TransactionPayload.make(
            "102",
            original: "100",
            purchased: .start + 1 * .day,
            revoked: .start + 2 * .day
        )
        try await TestService.inEveryOrder([.make(), upgrade], at: .start + 3 * .day) {
            service async throws in
            #expect(try await service.entitlements().isEmpty)
        }
    }

    @Test func `a receipt says nothing about seats and upgrades`() async throws {
        let service = try await TestService(at: .start + 12 * .day)
        try await service.receive(TransactionPayload.make(isUpgraded: true))
        var terms = TransactionFact(.make(), signed: .start + 1 * .day)
        terms = TransactionFact(key: terms.key, transactionID: "100", terms: terms.terms)
        try await service.record([terms])
        #expect(try await service.entitlements().isEmpty)
    }

    // MARK: Periods to come

    @Test func `a period decides nothing before it begins`() async throws {
        let charged = Date.start + 29.5 * .day
        for next in [
            TransactionPayload.renewal(product: "yearly", signed: charged),
            .renewal(product: "yearly", signed: charged, revoked: charged),
        ] {
            try await TestService.inEveryOrder([.make(), next], at: charged) {
                service async throws in
                let before = try await service.entitlements()
                #expect(before.map(\.productIdentifier) == ["monthly"])
                #expect(before.map(\.until) == [.start + 30 * .day])
                service.clock.set(to: Milliseconds(.start + 30 * .day))
                let products = try await service.entitlements().map(\.productIdentifier)
                #expect(products == (next.revocationDate == nil ? ["yearly"] : []))
            }
        }
    }

    @Test func `an event is written as a period begins, and none before`() async throws {
        let next = TransactionPayload.renewal(product: "yearly", signed: .start + 29 * .day)
        for documents in [[.make(), next], [next, .make()]] {
            let service = try await TestService(at: .start + 29 * .day)
            for document in documents { try await service.receive(document) }
            #expect(try await service.events().count == 1)
            #expect(try await service.settle() == 0)
            service.clock.set(to: Milliseconds(.start + 30 * .day))
            #expect(try await service.settle() == 1)
            let events = try await service.events()
            #expect(events.count == 2)
            #expect(events.last?.contains("yearly") == true)
        }
    }

    @Test func `a customer who cannot be settled holds up no other`() async throws {
        let service = try await TestService()
        try await service.receive(.make())
        try await service.receive(.make("200", token: .otherAccount))
        _ = try await service.connections.query(
            Statement(
                "UPDATE entitlements.customer SET last_entry = '{' WHERE customer = $1::text",
                [.text(UUID.account.uuidString.lowercased())]
            )
        )
        service.clock.set(to: Milliseconds(.start + 30 * .day))
        await #expect(throws: SQLError.self) { try await service.settle() }
        #expect(
            try await service.reasons(of: .account(.otherAccount)) == ["started", "expired"]
        )
        #expect(try await service.reasons(of: .account(.account)) == ["started"])
    }

    @Test func `another moment is judged by the period that it is in`() async throws {
        let service = try await TestService(at: .start + 45 * .day)
        try await service.receive(TransactionPayload.make())
        try await service.receive(TransactionPayload.renewal(product: "yearly"))
        let products = try await [-1.0, 15, 31].asyncMap { day in
            try await service.entitlements(at: .start + day * .day).map(\.productIdentifier)
        }
        #expect(products == [[], ["monthly"], ["yearly"]])
    }

    // MARK: Any statements

    @Test(arguments: 1...40)
    func `any statements in any order come to what the rule says`(seed: Int) async throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let service = try await TestService()
        var states: [[String]] = []
        for order in 0..<3 {
            let random = RandomFacts(seed: UInt64(seed), original: "\(order)")
            var facts = random.facts, renewals = random.renewals
            facts += facts.filter { _ in Bool.random(using: &generator) }
            facts.shuffle(using: &generator)
            renewals.shuffle(using: &generator)
            while !facts.isEmpty || !renewals.isEmpty {
                let batch = facts.prefix(Int.random(in: 1...4, using: &generator))
                let infos = renewals.prefix(Int.random(in: 0...2, using: &generator))
                try await service.record(Array(batch), Array(infos))
                facts.removeFirst(batch.count)
                renewals.removeFirst(infos.count)
            }
            states.append(try await service.state(of: "\(order)"))
            let reference = try #require(random.history)
            for day in RandomFacts.days {
                let date = Date.start + day * .day
                // The owner may also have the purchases of the other orders.
                let entitlements = try await service.entitlements(
                    of: .originalTransaction("\(order)"),
                    at: date
                )
                .filter { $0.originalTransactionIdentifier == "\(order)" }
                #expect(entitlements == reference.entitlements(at: date), "seed \(seed), \(day)")
            }
            let owner = try await service.rows(
                "SELECT owners FROM entitlements_state.purchase WHERE original_id = '\(order)'"
            )
            let expected = reference.owner?.uuidString.lowercased() ?? "\(order)"
            #expect(owner == ["(\(expected))"], "seed \(seed)")
        }
        #expect(Set(states).count == 1, "seed \(seed)")
    }
}

extension Array {
    fileprivate func asyncMap<Value>(
        _ body: (Element) async throws -> Value
    ) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
