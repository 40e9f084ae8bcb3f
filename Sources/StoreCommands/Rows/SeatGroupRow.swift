import Foundation
package import LocalAppStore
package import StrictJSON

/// The people with seats of a subscription, with their names.
package struct SeatGroupRow: Equatable, Sendable {
    package let group: SeatGroup
    private let names: [Customer.ID: String]

    package init(_ group: SeatGroup, in store: Store) throws(StoreError) {
        self.group = group
        let others = group.members.map(\.customerID) + group.claims.compactMap(\.customerID)
        names = try store.customers.names(of: others + [group.purchaserID])
    }

    package var json: JSONValue {
        .members([
            "subscriptionID": .number(group.subscriptionID),
            "purchaserID": .number(group.purchaserID),
            "purchaser": .string(name(of: group.purchaserID)),
            "invitationManagement": .string(group.invitationManagement.rawValue),
            "isOrganization": .bool(group.isOrganization),
            "isActive": .bool(group.isActive),
            "seatCount": .number(group.seatCount),
            "availableSeatCount": .number(group.availableSeatCount),
            "invitation": group.invitation.map(JSONValue.identifier),
            "members": .array(group.members.map(json)),
            "claims": .array(group.claims.map(json)),
        ])
    }

    package func name(of id: Customer.ID) -> String { names[id] ?? "" }

    private func json(_ member: SeatMember) -> JSONValue {
        .members([
            "customerID": .number(member.customerID),
            "customer": .string(name(of: member.customerID)),
            "joinDate": .date(member.joinDate),
        ])
    }

    private func json(_ claim: SeatClaim) -> JSONValue {
        .members([
            "seatClaimID": .identifier(claim.id),
            "requestIdentifier": .identifier(claim.requestIdentifier),
            "customerID": claim.customerID.map { .number($0) },
            "customer": claim.customerID.map { .string(name(of: $0)) },
            "claimDate": .date(claim.claimDate),
        ])
    }
}
