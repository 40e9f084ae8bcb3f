import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Members with seats")
struct SeatMemberTests {
    let store: Store
    let ann: Store
    let ben: Store

    init() throws {
        store = try .makeWithSeats()
        let others = try store.others("ann", "ben")
        (ann, ben) = (others[0], others[1])
    }

    private func isEntitled(_ member: Store) throws -> Bool {
        try member.transactions(.entitlements)?.entries.contains(where: \.isAssigned) == true
    }

    @Test("A customer who accepts the invitation has an assigned transaction of the period")
    func acceptance() throws {
        let entry = try store.buySeats(3)
        let invitation = try store.seatGroups.invitation(to: entry.id)
        #expect(try store.seatGroups.invitation(to: entry.id) == invitation)
        store.clock.advance(by: .days(2))
        try ann.seatGroups.accept(invitation)
        try ann.seatGroups.accept(invitation)
        let own = try #require(try ann.assignments.first)
        #expect(try ann.entries().count == 1)
        #expect(own.sharedEntryID == entry.id && own.originalID == own.id)
        #expect(own.purchaseDate == .start + .days(2))
        #expect(own.expirationDate == entry.expirationDate)
        let payload = try ann.signedTransaction(of: own).unverifiedPayload()
        #expect(payload.ownershipType == .assigned && payload.priceInMilliunits == nil)
        #expect(payload.quantity == 3 && payload.multiSeatInfo?.priceTiers?.first?.quantity == 3)
        #expect(payload.additionalTransactionReason == nil)
        #expect(try isEntitled(ann))
        #expect(try ann.balance().isEmpty)
        #expect(try ann.ownEvents == ["SUBSCRIBED.INITIAL_BUY"])
        #expect(try store.seatGroups.group(of: entry.id).availableSeatCount == 1)
    }

    @Test("The purchaser takes a seat, and no member joins without a free one")
    func limit() throws {
        let entry = try store.buySeats(2)
        let invitation = try store.seatGroups.invitation(to: entry.id)
        #expect(throws: StoreError.self) { try store.seatGroups.accept(invitation) }
        try ann.seatGroups.accept(invitation)
        #expect(throws: StoreError.self) { try ben.seatGroups.accept(invitation) }
        try store.buySeats(3)
        try ben.seatGroups.accept(invitation)
        #expect(try store.members(of: entry.id) == ["ann", "ben"])
        #expect(try isEntitled(ben))
        #expect(throws: StoreError.unsuitableCustomer(name: "ben", needs: "invited")) {
            try ben.seatGroups.accept(UUID())
        }
    }

    @Test("A member has each period of the purchaser, until the end of the subscription")
    func renewals() throws {
        let entry = try store.buySeats(3)
        try ann.seatGroups.accept(try store.seatGroups.invitation(to: entry.id))
        store.clock.advance(by: .days(40))
        #expect(try isEntitled(ann))
        let periods = try ann.assignments
        #expect(periods.map(\.isRenewal) == [false, true])
        #expect(Set(periods.map(\.originalID)).count == 1)
        try store.subscriptions.setAutoRenew(false, of: entry.id)
        store.clock.advance(by: .days(40))
        #expect(try !isEntitled(ann))
        #expect(
            try ann.ownEvents == ["SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "EXPIRED.VOLUNTARY"]
        )
        #expect(try store.seatGroups.group(of: entry.id).availableSeatCount == 0)
    }

    @Test("A member who leaves, or is removed, loses the transaction", arguments: [false, true])
    func leaving(isRemoved: Bool) throws {
        let entry = try store.buySeats(2)
        let invitation = try store.seatGroups.invitation(to: entry.id)
        try ann.seatGroups.accept(invitation)
        let own = try #require(try ann.assignments.first)
        if isRemoved {
            try store.seatGroups.remove(ann.customerID, from: entry.id)
        } else {
            try ann.seatGroups.leave(own.id)
        }
        let payload = try ann.signedTransaction(of: own).unverifiedPayload()
        #expect(payload.revocationType == .assignmentRevoke)
        #expect(payload.revocationDate == .start && payload.revocationPercentage == nil)
        #expect(try !isEntitled(ann) && ann.ownEvents.last == "REVOKE")
        #expect(throws: StoreError.self) {
            try store.seatGroups.remove(ann.customerID, from: entry.id)
        }
        #expect(throws: StoreError.self) { try ann.seatGroups.leave(own.id) }
        try ben.seatGroups.accept(invitation)
        store.clock.advance(by: .days(40))
        #expect(try ann.assignments.count == 1 && ben.assignments.count == 2)
    }

    @Test("A renewal with fewer seats takes them from the newest members")
    func fewerSeats() throws {
        let entry = try store.buySeats(3)
        let invitation = try store.seatGroups.invitation(to: entry.id)
        for member in [ann, ben] { try member.seatGroups.accept(invitation) }
        try store.subscriptions.setRenewalSeatCount(2, of: entry.id)
        #expect(try store.members(of: entry.id) == ["ann", "ben"])
        store.clock.advance(by: .days(40))
        #expect(try store.members(of: entry.id) == ["ann"])
        #expect(try isEntitled(ann) && !isEntitled(ben))
        #expect(try ben.ownEvents == ["SUBSCRIBED.INITIAL_BUY", "REVOKE"])
    }

    @Test("A renewal with the purchaser's seat alone ends each membership once")
    func noSeats() throws {
        let entry = try store.buySeats(3)
        let invitation = try store.seatGroups.invitation(to: entry.id)
        for member in [ann, ben] { try member.seatGroups.accept(invitation) }
        try store.subscriptions.setRenewalSeatCount(1, of: entry.id)
        try store.subscriptions.forceRenewal(of: entry.id)
        for member in [ann, ben] {
            #expect(try !isEntitled(member))
            #expect(try member.ownEvents == ["SUBSCRIBED.INITIAL_BUY", "REVOKE"])
        }
    }

    @Test("A purchase in billing retry with fewer seats takes them from the newest members")
    func purchaseInRetry() throws {
        let entry = try store.buySeats(3)
        let invitation = try store.seatGroups.invitation(to: entry.id)
        for member in [ann, ben] { try member.seatGroups.accept(invitation) }
        try store.updateSettings { $0.failsRenewals = true }
        store.clock.advance(by: .days(40))
        try store.buySeats(2)
        #expect(try store.members(of: entry.id) == ["ann"])
        #expect(try isEntitled(ann) && !isEntitled(ben))
    }

    @Test("An approved purchase in billing retry without seats ends all memberships")
    func approvalInRetry() throws {
        let entry = try store.buySeats(2)
        try ann.seatGroups.accept(try store.seatGroups.invitation(to: entry.id))
        try store.updateSettings {
            $0.failsRenewals = true
            $0.isAskToBuyEnabled = true
        }
        store.clock.advance(by: .days(40))
        try store.approve(store.pay("solo").id)
        try store.updateSettings { $0.isAskToBuyEnabled = false }
        try store.buySeats(2)
        #expect(try store.members(of: entry.id).isEmpty && !isEntitled(ann))
    }

    @Test("The deletion of added seats takes them from the newest members")
    func deletion() throws {
        let entry = try store.buySeats(2)
        let invitation = try store.seatGroups.invitation(to: entry.id)
        try ann.seatGroups.accept(invitation)
        let added = try store.buySeats(3)
        try ben.seatGroups.accept(invitation)
        try store.delete(added.id)
        #expect(try store.members(of: entry.id) == ["ann"])
        #expect(try isEntitled(ann) && !isEntitled(ben))
    }

    @Test("The refund of seats takes them from the newest members, and a full one from all")
    func refunds() throws {
        let entry = try store.buySeats(3)
        let invitation = try store.seatGroups.invitation(to: entry.id)
        for member in [ann, ben] { try member.seatGroups.accept(invitation) }
        try store.refunds.refundSeats(1, of: entry.id)
        #expect(try isEntitled(ann) && !isEntitled(ben))
        try store.refunds.refund(entry.id)
        #expect(try !isEntitled(ann))
        try store.refunds.reverse(entry.id)
        #expect(try isEntitled(ann) && !isEntitled(ben))
    }

    @Test("A member keeps the seat while transactions of added seats are refunded")
    func refundOfAddition() throws {
        let entry = try store.buySeats(2)
        let invitation = try store.seatGroups.invitation(to: entry.id)
        try ann.seatGroups.accept(invitation)
        store.clock.advance(by: .days(1))
        let added = try store.buySeats(3)
        try ben.seatGroups.accept(invitation)
        try store.refunds.refund(added.id)
        #expect(try isEntitled(ann) && !isEntitled(ben))
        #expect(try store.seatGroups.group(of: entry.id).seatCount == 2)
    }

    @Test("A customer who subscribes again begins a group without members")
    func resubscription() throws {
        let entry = try store.buySeats(3)
        let invitation = try store.seatGroups.invitation(to: entry.id)
        try ann.seatGroups.accept(invitation)
        try store.subscriptions.forceExpiry(of: entry.id)
        store.clock.advance(by: .days(1))
        try store.buySeats(3)
        #expect(try store.members(of: entry.id).isEmpty && !isEntitled(ann))
        #expect(throws: StoreError.unsuitableCustomer(name: "ann", needs: "invited")) {
            try ann.seatGroups.accept(invitation)
        }
    }

    @Test("An organization assigns seats, and takes none itself")
    func organization() throws {
        let entry = try store.buySeats(2)
        try store.seatGroups.assign(to: ann.customerID, of: entry.id)
        try store.seatGroups.assign(to: ben.customerID, of: entry.id)
        #expect(try isEntitled(ann) && isEntitled(ben))
        #expect(try store.seatGroups.group(of: entry.id).isOrganization)
        #expect(throws: StoreError.self) { try store.seatGroups.invitation(to: entry.id) }
        try store.seatGroups.remove(ann.customerID, from: entry.id)
        #expect(try !isEntitled(ann) && isEntitled(ben))
        #expect(throws: StoreError.self) {
            try store.seatGroups.assign(to: store.customerID, of: entry.id)
        }
    }
}

// Members with other access.
extension SeatMemberTests {
    private func entitlements(_ customer: Store) throws -> [LedgerEntry.Ownership] {
        let entries = try customer.transactions(.entitlements)?.entries ?? []
        return entries.sorted { $0.id < $1.id }.map(\.ownership)
    }

    @Test("A member can buy the product, too, and has both until one ends")
    func ownPurchase() throws {
        let entry = try store.buySeats(2)
        try ann.seatGroups.accept(try store.seatGroups.invitation(to: entry.id))
        try ann.buySeats(1)
        #expect(try entitlements(ann) == [.assigned, .purchased])
        #expect(try ann.subscriptions.all().count == 1)
        try store.seatGroups.remove(ann.customerID, from: entry.id)
        #expect(try entitlements(ann) == [.purchased])
    }

    @Test("A member can be one of several groups")
    func groups() throws {
        let first = try store.buySeats(2)
        let second = try ben.buySeats(2)
        try ann.seatGroups.accept(try store.seatGroups.invitation(to: first.id))
        try ann.seatGroups.accept(try ben.seatGroups.invitation(to: second.id))
        #expect(try entitlements(ann) == [.assigned, .assigned])
        #expect(Set(try ann.assignments.map(\.originalID)).count == 2)
        #expect(try ann.seatGroups.all().map(\.subscriptionID) == [first.id, second.id])
        try store.subscriptions.forceExpiry(of: first.id)
        #expect(try entitlements(ann) == [.assigned])
    }

    @Test("Seats are for the group, and not for the family")
    func family() throws {
        try ann.family.join(organizedBy: ben.customerID)
        try ben.pay("crew")
        #expect(try entitlements(ann) == [.familyShared])
        let entry = try store.buySeats(2, of: "crew")
        try ann.seatGroups.accept(try store.seatGroups.invitation(to: entry.id))
        #expect(try entitlements(ann) == [.familyShared, .assigned])
        try ann.family.leave()
        #expect(try entitlements(ann) == [.assigned])
        try ann.family.join(organizedBy: store.customerID)
        #expect(try entitlements(ann) == [.assigned])
        try ben.family.leave()
        try ben.family.join(organizedBy: store.customerID)
        #expect(try entitlements(ben) == [.purchased])
        store.clock.advance(by: .days(40))
        #expect(try entitlements(ann) == [.familyShared, .assigned])
    }

    @Test("A purchaser whose purchases are cleared has no group, and a member who is has no seat")
    func clearing() throws {
        let entry = try store.buySeats(3)
        let invitation = try store.seatGroups.invitation(to: entry.id)
        for member in [ann, ben] { try member.seatGroups.accept(invitation) }
        try ann.clear()
        #expect(try store.members(of: entry.id) == ["ben"])
        store.clock.advance(by: .days(40))
        #expect(try ann.entries().isEmpty)
        try store.clear()
        #expect(try ben.entries().isEmpty && ben.seatGroups.all().isEmpty)
    }
}
