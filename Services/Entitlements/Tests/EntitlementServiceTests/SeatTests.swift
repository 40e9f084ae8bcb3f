import AppReceipt
import EntitlementModel
import Foundation
import Testing

@testable import EntitlementService

/// Subscriptions with seats, in any order of documents.
@Suite struct SeatTests {
    /// The first transaction before and after seats were added.
    private static let purchase = [
        TransactionPayload.make(seats: 8),
        .make(signed: .start + 10 * .day, reason: .seatAddition, seats: 8),
    ]

    @Test func `the purchaser has the seats of all transactions of the period`() async throws {
        let documents = Self.purchase + [.addedSeats(4)]
        try await TestService.inEveryOrder(documents, at: .start + 12 * .day) {
            service async throws in
            let entitlements = try await service.entitlements()
            #expect(entitlements.map(\.seats) == [12])
            #expect(entitlements.map(\.role) == [.purchaser])
            let before = try await service.entitlements(at: .start + 9 * .day)
            #expect(before.map(\.seats) == [8])
        }
    }

    @Test func `a refund of some seats takes them, and nothing else`() async throws {
        let documents = [
            TransactionPayload.make(
                signed: .start + 11 * .day,
                reason: .seatAddition,
                seats: 8,
                refundedSeats: 2
            ),
            .addedSeats(4), .addedSeats(4, refunded: 3, signed: .start + 11 * .day),
        ]
        try await TestService.inEveryOrder(documents, at: .start + 12 * .day) {
            service async throws in
            #expect(try await service.entitlements().map(\.seats) == [7])
        }
    }

    /// Transactions of the period that are revoked, and the seats that are left.
    @Test(arguments: [(false, true, [8]), (true, false, [4]), (true, true, [])])
    func `the purchaser keeps the access until every transaction is revoked`(
        first: Bool,
        added: Bool,
        seats: [Int]
    ) async throws {
        let date = Date.start + 11 * .day
        let documents = [
            TransactionPayload.make(
                signed: date,
                revoked: first ? date : nil,
                reason: .seatAddition,
                seats: 8
            ),
            .addedSeats(4), .addedSeats(4, signed: date, revoked: added ? date : nil),
        ]
        try await TestService.inEveryOrder(documents, at: date + 1 * .day) {
            service async throws in
            #expect(try await service.entitlements().map(\.seats) == seats)
        }
    }

    /// Quantities with refunded seats, and the seats that are left.
    private static let quantities: [(Int64, Int64?, Int)] = [
        (4, 9, 0), (-4, nil, 0), (4, -9, 4), (.max, nil, Int(Int32.max)), (.max, .max, 0),
        (.min, .min, 0), (.min, .max, 0),
    ]

    @Test(arguments: quantities)
    func `seats are never negative, and any number is recorded`(
        quantity: Int64,
        refunded: Int64?,
        seats: Int
    ) async throws {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make(seats: quantity, refundedSeats: refunded))
        #expect(try await service.entitlements().map(\.seats) == [seats])
    }

    @Test func `a renewal has seats of its own`() async throws {
        var renewal = TransactionPayload.renewal()
        renewal.quantity = 3
        renewal.multiSeatInfo = .init()
        try await TestService.inEveryOrder(
            [.make(seats: 8, refundedSeats: 1), .addedSeats(4), renewal],
            at: .start + 31 * .day
        ) { service async throws in
            #expect(try await service.entitlements().map(\.seats) == [3])
        }
    }

    @Test func `a quantity without seats is none of them`() async throws {
        let service = try await TestService()
        var coins = TransactionPayload.make("1", product: "pass", type: .nonRenewingSubscription)
        coins.quantity = 3
        try await service.receive(coins)
        let entitlement = try #require(try await service.entitlements().first)
        #expect(entitlement.seats == nil)
        #expect(entitlement.role == nil)
    }

    @Test func `a member has the entitlement until the seat is taken away`() async throws {
        let appStore = try TestAppStore.shared.get()
        var joined = TransactionPayload.make("900", token: .otherAccount, seats: 8)
        joined.ownershipType = .assigned
        var removed = joined
        removed.signedDate = .start + 5 * .day
        removed.revocationDate = .start + 5 * .day
        removed.revocationType = .assignmentRevoke
        let documents = try [
            SignedDocument.notification(appStore.notification(.subscribed, .make(seats: 8))),
            .notification(appStore.notification(.subscribed, joined)),
            .notification(appStore.notification(.revoke, removed)),
        ]
        try await TestService.inEveryOrder(Array(documents.prefix(2)), at: .start + 4 * .day) {
            service async throws in
            let member = try await service.entitlements(of: .account(.otherAccount))
            #expect(member.map(\.originalTransactionIdentifier) == ["900"])
            #expect(member.map(\.role) == [.member])
            #expect(member.map(\.seats) == [nil])
            #expect(try await service.entitlements().map(\.role) == [.purchaser])
        }
        try await TestService.inEveryOrder(documents, at: .start + 6 * .day) {
            service async throws in
            #expect(try await service.entitlements(of: .account(.otherAccount)).isEmpty)
            #expect(try await service.entitlements().map(\.seats) == [8])
        }
    }

    @Test func `an event tells of added seats, and answers have them`() async throws {
        let service = try await TestService(at: .start + 12 * .day)
        for document in Self.purchase + [.addedSeats(4)] { try await service.receive(document) }
        let members = #""until":"2024-03-31T12:00:00Z","seats":12,"role":"purchaser"}"#
        let event = try #require(try await service.events().last)
        #expect(event.contains("entitlements.changed"))
        #expect(event.replacing("\"\"", with: "\"").contains(members))
        let key = EntitlementSigningKey()
        try await service.serve(signer: EntitlementSigner(key: key, hours: 1)) {
            client async throws in
            #expect(try await client.entitlements().text.contains(members))
        }
    }
}
