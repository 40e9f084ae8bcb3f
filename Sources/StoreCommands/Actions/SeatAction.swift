package import Foundation
package import LocalAppStore
package import StrictJSON

/// An action on the seats of a subscription: by the purchaser, an organization or the developer's
/// server.
package enum SeatAction: StoreAction {
    case invite
    case removeMember(Customer.ID)
    case assignSeat(Customer.ID)
    case claimSeat(requestIdentifier: UUID, Customer.ID?)
    case unclaimSeat(ClaimReference)
    case associateSeat(ClaimReference, Customer.ID)

    package enum Name: String, StoreActionName {
        case invite
        case removeMember
        case assignSeat
        case claimSeat
        case unclaimSeat
        case associateSeat

        package var members: [String] {
            switch self {
            case .invite: []
            case .removeMember, .assignSeat: ["customerID"]
            case .claimSeat: ["requestIdentifier", "customerID"]
            case .unclaimSeat: ["claim"]
            case .associateSeat: ["claim", "customerID"]
            }
        }
    }

    /// A claim by its `seatClaimId`, or by the identifier of its request.
    package struct ClaimReference: Equatable, Sendable {
        package let identifier: UUID
    }

    package init(_ name: Name, _ node: JSONNode) throws(JSONMismatch) {
        let customer = node["customerID"]
        switch name {
        case .invite: self = .invite
        case .removeMember: self = .removeMember(try customer.identifier())
        case .assignSeat: self = .assignSeat(try customer.identifier())
        case .claimSeat:
            self = .claimSeat(
                requestIdentifier: try node["requestIdentifier"].given?.uuid() ?? UUID(),
                try customer.given?.identifier()
            )
        case .unclaimSeat: self = .unclaimSeat(ClaimReference(identifier: try node["claim"].uuid()))
        case .associateSeat:
            let claim = ClaimReference(identifier: try node["claim"].uuid())
            self = .associateSeat(claim, try customer.identifier())
        }
    }

    /// Runs the action on the subscription of a transaction, in the store of the purchaser.
    ///
    /// Returns the group after the action.
    @discardableResult
    package func run(on id: LedgerEntry.ID, in store: Store) throws(StoreError) -> SeatGroup {
        let groups = store.seatGroups
        switch self {
        case .invite: _ = try groups.invitation(to: id)
        case .removeMember(let customer): try groups.remove(customer, from: id)
        case .assignSeat(let customer): try groups.assign(to: customer, of: id)
        case .claimSeat(let request, let customer):
            try groups.claim(request, for: customer, of: id)
        case .unclaimSeat(let claim): try groups.unclaim(claim.id(of: id, in: store), of: id)
        case .associateSeat(let claim, let customer):
            try groups.associate(claim.id(of: id, in: store), with: customer, of: id)
        }
        return try groups.group(of: id)
    }
}

extension SeatAction.ClaimReference {
    fileprivate func id(
        of id: LedgerEntry.ID,
        in store: Store
    ) throws(StoreError) -> SeatClaim.ID {
        let claims = try store.seatGroups.group(of: id).claims
        return claims.first { $0.requestIdentifier == identifier }?.id ?? identifier
    }
}
