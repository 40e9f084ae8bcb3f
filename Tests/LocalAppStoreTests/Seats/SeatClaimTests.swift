import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Claims of seats")
struct SeatClaimTests {
    let store: Store
    let ann: Store
    let entry: LedgerEntry

    init() throws {
        store = try .makeWithSeats(invitations: .developer)
        ann = try store.others("ann")[0]
        entry = try store.buySeats(3)
    }

    private var group: SeatGroup { get throws { try store.seatGroups.group(of: entry.id) } }

    @discardableResult
    private func claim(_ request: UUID = UUID()) throws -> SeatClaim {
        try store.seatGroups.claim(request, of: entry.id)
    }

    private func expect(_ refusal: ServerRequestRefusal, _ body: () throws -> Void) {
        #expect(throws: StoreError.refusedRequest(refusal)) { try body() }
    }

    @Test("A repeated request makes one claim, and none after the seat was unclaimed")
    func idempotence() throws {
        let request = UUID()
        let first = try claim(request)
        #expect(try claim(request).id == first.id)
        #expect(try group.claims.count == 1 && group.availableSeatCount == 1)
        try store.seatGroups.unclaim(first.id, of: entry.id)
        #expect(try group.availableSeatCount == 2)
        #expect(try claim(request).id == first.id)
        #expect(try group.claims.isEmpty)
        #expect(try claim().id != first.id)
        expect(.unknownSeatClaim) { try store.seatGroups.unclaim(first.id, of: entry.id) }
    }

    @Test("There are no more claims than seats for members")
    func limit() throws {
        try claim()
        try claim()
        expect(.noAvailableSeats) { try claim() }
        try store.buySeats(4)
        try claim()
        expect(.noAvailableSeats) { try claim() }
    }

    @Test("A claim may have a customer, who has no transaction")
    func association() throws {
        let first = try store.seatGroups.claim(UUID(), for: ann.customerID, of: entry.id)
        let second = try claim()
        try store.seatGroups.associate(second.id, with: ann.customerID, of: entry.id)
        #expect(try group.claims.map(\.customerID) == [ann.customerID, ann.customerID])
        #expect(first.customerID == ann.customerID)
        #expect(try ann.entries().isEmpty)
        expect(.unknownSeatClaim) {
            try store.seatGroups.associate(UUID(), with: ann.customerID, of: entry.id)
        }
    }

    @Test("A renewal with fewer seats leaves the claims, and nothing is free until enough ended")
    func renewal() throws {
        let claims = [try claim(), try claim()]
        try store.subscriptions.setRenewalSeatCount(2, of: entry.id)
        store.clock.advance(by: .days(40))
        #expect(try group.claims.map(\.id) == claims.map(\.id))
        #expect(try group.seatCount == 2 && group.availableSeatCount == 0)
        #expect(try !store.events.contains("UNCLAIM_SEATS"))
        try store.seatGroups.unclaim(claims[0].id, of: entry.id)
        expect(.noAvailableSeats) { try claim() }
        try store.seatGroups.unclaim(claims[1].id, of: entry.id)
        try claim()
    }

    @Test("The refund of seats unclaims the newest claims beyond the others, with a notification")
    func refund() throws {
        let claims = [try claim(), try claim()]
        try store.refunds.refundSeats(1, of: entry.id)
        #expect(try group.claims.map(\.id) == [claims[0].id])
        let last = try #require(try store.notifications.history(limit: .max).last).notification
        #expect(last.event == "UNCLAIM_SEATS" && last.entryID == entry.id)
        let payload = try store.notifications.signed(last).unverifiedPayload()
        #expect(payload.unclaimInfo?.seatClaimIdentifiers == [claims[1].id])
        #expect(payload.unclaimInfo?.environment == .sandbox && payload.data == nil)
        let before = try #require(try store.notifications.history(limit: .max).dropLast().last)
        #expect(last.signedDate > before.notification.signedDate)
    }

    @Test("Without access no seat is claimed, and claims can end")
    func billingRetry() throws {
        let former = try claim()
        try store.updateSettings { $0.failsRenewals = true }
        store.clock.advance(by: .days(40))
        expect(.transactionNotDevManagedGroup) { try claim() }
        try store.seatGroups.unclaim(former.id, of: entry.id)
        #expect(try group.claims.isEmpty)
    }

    @Test("Claims end with the subscription's group, and no request is accepted")
    func end() throws {
        let former = try claim()
        try store.subscriptions.forceExpiry(of: entry.id)
        expect(.transactionNotDevManagedGroup) { try claim() }
        expect(.transactionNotDevManagedGroup) {
            try store.seatGroups.unclaim(former.id, of: entry.id)
        }
        store.clock.advance(by: .days(1))
        try store.buySeats(3)
        #expect(try group.claims.isEmpty)
        try claim(former.requestIdentifier)
        #expect(try group.claims.count == 1)
    }

    @Test("A customer who returns to seats after a plan without them begins without claims")
    func planWithoutSeats() throws {
        try claim()
        try store.subscriptions.setRenewalSeatCount(1, of: entry.id)
        store.clock.advance(by: .days(31))
        try store.pay("solo")
        store.clock.advance(by: .days(31))
        try store.subscriptions.forceExpiry(ofProduct: "solo")
        store.clock.advance(by: .days(1))
        try store.buySeats(3)
        #expect(try group.claims.isEmpty)
        #expect(try group.availableSeatCount == 2)
    }

    @Test("A group that Apple invites to, and a subscription without seats, have no claims")
    func otherGroups() throws {
        try store.updateSettings { $0.invitationManagement = .apple }
        let team = try ann.buySeats(2)
        expect(.transactionNotDevManagedGroup) {
            try ann.seatGroups.claim(UUID(), of: team.id)
        }
        let ben = try store.others("ben")[0]
        let solo = try ben.pay("solo")
        expect(.transactionNotDevManagedGroup) {
            try ben.seatGroups.claim(UUID(), of: solo.id)
        }
        #expect(throws: StoreError.self) { try store.seatGroups.invitation(to: entry.id) }
        try claim()
    }
}
