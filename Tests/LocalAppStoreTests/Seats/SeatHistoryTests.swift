import Foundation
import TestSupport
import Testing

@testable import LocalAppStore

@Suite("Random histories of seats")
struct SeatHistoryTests {
    private static let count = TestVolume.count(30, all: 600)

    @Test(
        "Claims and members never take more than the seats at that time",
        arguments: [Seats.InvitationManagement.apple, .developer]
    )
    func limits(invitations: Seats.InvitationManagement) throws {
        for seed in 1...UInt64(Self.count) {
            var history = try SeatHistory(seed: seed, invitations: invitations)
            for step in 1...40 {
                let command = try history.step()
                guard let violation = try history.violation() else { continue }
                Issue.record("seed \(seed), step \(step), \(command): \(violation)")
                return
            }
        }
    }
}

/// Random commands about the seats of one customer's subscription.
private struct SeatHistory {
    private let store: Store
    private let others: [Store]
    private let first: LedgerEntry
    private var random: SplitMix64
    private var requests: [UUID: SeatClaim.ID] = [:]
    /// A claim that was made although no seat was free, or that repeated another.
    private var wrongClaim: String?

    enum Command: CaseIterable {
        case buy, renewWithFewer, refundSeats, refund, reverse, advance, expire
        case claim, claim2, repeatClaim, unclaim, join, join2, leave, remove
    }

    init(seed: UInt64, invitations: Seats.InvitationManagement) throws {
        random = SplitMix64(seed: seed)
        store = try .makeWithSeats(invitations: invitations)
        others = try store.others("ann", "ben", "cleo", "dora")
        first = try store.buySeats(3)
    }

    private var group: SeatGroup { get throws { try store.seatGroups.group(of: first.id) } }

    mutating func step() throws -> Command {
        let command = Command.allCases.randomElement(using: &random) ?? .claim
        do {
            try run(command)
        } catch StoreError.refusedRequest, StoreError.unsuitableEntry,
            StoreError.unsuitableCustomer
        {
            // The command does not suit the state.
        }
        return command
    }

    private mutating func run(_ command: Command) throws {
        let count = Int.random(in: 1...6, using: &random)
        let other = others.randomElement(using: &random) ?? store
        let purchases = try store.entries().filter { $0.state == .purchased }
        let id = purchases.randomElement(using: &random)?.id ?? first.id
        switch command {
        case .buy:
            var request = PaymentRequest(productID: Bool.random(using: &random) ? "team" : "crew")
            request.seatCount = count
            try store.pay(request)
        case .renewWithFewer: try store.subscriptions.setRenewalSeatCount(count, of: first.id)
        case .refundSeats: try store.refunds.refundSeats(count, of: id)
        case .refund: try store.refunds.refund(id)
        case .reverse: try store.refunds.reverse(id)
        case .advance: store.clock.advance(by: .days(Double(count) * 9))
        case .expire: try store.subscriptions.forceExpiry(of: first.id)
        case .claim, .claim2: try claim(UUID())
        case .repeatClaim:
            guard let request = requests.keys.min(by: { $0.uuidString < $1.uuidString }) else {
                return
            }
            try claim(request)
        case .unclaim:
            guard let claim = try group.claims.randomElement(using: &random) else { return }
            try store.seatGroups.unclaim(claim.id, of: first.id)
        case .join, .join2:
            try other.seatGroups.accept(try store.seatGroups.invitation(to: first.id))
        case .leave:
            guard let own = try other.assignments.last else { return }
            try other.seatGroups.leave(own.id)
        case .remove: try store.seatGroups.remove(other.customerID, from: first.id)
        }
    }

    private mutating func claim(_ request: UUID) throws {
        let before = try group
        let claim = try store.seatGroups.claim(request, of: first.id)
        let after = try group
        let isNew = after.claims.count > before.claims.count
        if isNew, before.availableSeatCount == 0 || after.claims.count >= after.seatCount {
            wrongClaim = "\(after.claims.count) claims of \(after.seatCount) seats"
        }
        if let former = requests[request], former != claim.id, !isNew {
            wrongClaim = "a repeated request has another claim"
        }
        requests[request] = claim.id
    }

    /// The first invariant that is broken.
    func violation() throws -> String? {
        if let wrongClaim { return wrongClaim }
        // Due renewals are settled first.
        let subscription = try store.subscriptions.all().last
        let group = try group
        if group.isActive, group.members.count > group.memberLimit {
            return "\(group.members.count) members of \(group.seatCount) seats"
        }
        let now = store.clock.now
        for other in others {
            let isMember = group.members.contains { $0.customerID == other.customerID }
            let entitled = try other.transactions(.entitlements)?.entries.filter(\.isAssigned) ?? []
            let hasAccess = subscription?.isEntitled(at: now) == true
            guard entitled.count == (isMember && hasAccess ? 1 : 0) else {
                return "\(other.customerID) has \(entitled.count) entitlements, member: \(isMember)"
            }
            let paid = try other.balance()
            guard paid.isEmpty else { return "a member paid" }
        }
        return nil
    }
}
