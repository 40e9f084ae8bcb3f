import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@Suite("Seats in sessions", .timeLimit(.minutes(10)), .separateStore)
struct SeatSessionTests {
    private static let configuration = """
        {
          "subscriptionGroups": [
            {"id": "team", "name": "Team", "subscriptions": [
              {"productID": "team", "type": "RecurringSubscription", "displayPrice": "9.99",
               "groupNumber": 1, "recurringSubscriptionPeriod": "P1M",
               "_seats": {"priceTiers": [{"minimumSeats": 1, "displayPrice": "9.99"}]}}
            ]}
          ],
          "version": {"major": 4, "minor": 0}
        }
        """

    private let session: SKTestSession

    init() throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).storekit")
        try Data(Self.configuration.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        session = try SKTestSession(contentsOf: file)
        session.disableDialogs = true
    }

    private func buySeats(_ count: Int) throws -> UInt {
        var request = PaymentRequest(productID: "team")
        request.seatCount = count
        return UInt(try session.store.pay(request).id)
    }

    @Test("A customer accepts an invitation, and has an assigned transaction until they leave")
    func members() async throws {
        let id = try buySeats(3)
        let invitation = try session.invitation(to: id)
        try await session.withCustomer("ann") { ann in
            try ann.acceptInvitation(invitation)
            var entitlements: [Transaction] = []
            for await result in Transaction.currentEntitlements {
                entitlements.append(try result.payloadValue)
            }
            let own = try #require(entitlements.first)
            #expect(own.ownershipType == .assigned && entitlements.count == 1)
            let entitlement = try #require(await SwiftyStoreKit.entitlements().first)
            #expect(entitlement.role == .member && entitlement.seats == nil)
            #expect(try session.seatGroup(of: id).members == ["ann"])
            try ann.leaveGroup(of: UInt(own.id))
            let revoked = try #require(await Transaction.latest(for: "team")).payloadValue
            #expect(revoked.revocationDate != nil)
        }
        #expect(try session.seatGroup(of: id).members.isEmpty)
        try session.assignSeat(to: "ann", of: id)
        #expect(try session.seatGroup(of: id).availableSeatCount == 2)
        try session.removeMember("ann", from: id)
        #expect(throws: (any Error).self) { try session.removeMember("ann", from: id) }
        #expect(throws: (any Error).self) { try session.removeMember("nobody", from: id) }
    }

    @Test("A server claims seats, once for each request")
    func claims() async throws {
        try session.store.updateSettings { $0.invitationManagement = .developer }
        let id = try buySeats(2)
        let request = UUID()
        let claim = try session.claimSeat(of: id, requestIdentifier: request, for: "customer")
        #expect(try session.claimSeat(of: id, requestIdentifier: request) == claim)
        #expect(throws: (any Error).self) { try session.claimSeat(of: id) }
        let group = try session.seatGroup(of: id)
        #expect(group.claims.map(\.id) == [claim])
        #expect(group.claims.first?.customerName == "customer")
        try await session.withCustomer("ben") { _ in }
        try session.associateSeat(claim, with: "ben", of: id)
        #expect(try session.seatGroup(of: id).claims.first?.customerName == "ben")
        #expect(throws: (any Error).self) {
            try session.associateSeat(UUID(), with: "ben", of: id)
        }
        try session.unclaimSeat(claim, of: id)
        #expect(try session.seatGroup(of: id).availableSeatCount == 1)
    }
}
