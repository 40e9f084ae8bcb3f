package import LocalAppStore
package import StrictJSON

/// An action of a customer in the family, or with a seat of another customer's subscription.
package enum CustomerAction: StoreAction {
    case joinFamily(organizer: Customer.ID)
    case leaveFamily
    case setAsksToBuy(Bool)
    case setSharesPurchases(Bool)
    /// Joins the group of a subscription of another customer, by one of its transactions.
    case acceptInvitation(LedgerEntry.ID)
    /// Leaves the group of a transaction that gives the customer a seat.
    case leaveGroup(LedgerEntry.ID)

    package enum Name: String, StoreActionName {
        case joinFamily
        case leaveFamily
        case setAsksToBuy
        case setSharesPurchases
        case acceptInvitation
        case leaveGroup

        package var members: [String] {
            switch self {
            case .joinFamily: ["organizerID"]
            case .setAsksToBuy, .setSharesPurchases: ["isEnabled"]
            case .acceptInvitation, .leaveGroup: ["transactionID"]
            case .leaveFamily: []
            }
        }
    }

    package init(_ name: Name, _ node: JSONNode) throws(JSONMismatch) {
        switch name {
        case .joinFamily: self = .joinFamily(organizer: try node["organizerID"].identifier())
        case .leaveFamily: self = .leaveFamily
        case .setAsksToBuy: self = .setAsksToBuy(try node["isEnabled"].flag())
        case .setSharesPurchases: self = .setSharesPurchases(try node["isEnabled"].flag())
        case .acceptInvitation:
            self = .acceptInvitation(try node["transactionID"].identifier())
        case .leaveGroup: self = .leaveGroup(try node["transactionID"].identifier())
        }
    }

    /// Runs the action for the customer of a store.
    package func run(in store: Store) throws(StoreError) {
        switch self {
        case .joinFamily(let organizer): try store.family.join(organizedBy: organizer)
        case .leaveFamily: try store.family.leave()
        case .setAsksToBuy(let isEnabled): try store.family.setAsksToBuy(isEnabled)
        case .setSharesPurchases(let isEnabled): try store.family.setSharesPurchases(isEnabled)
        case .acceptInvitation(let id): try Self.accept(id, in: store)
        case .leaveGroup(let id): try store.seatGroups.leave(id)
        }
    }

    /// Follows the purchaser's link.
    private static func accept(_ id: LedgerEntry.ID, in store: Store) throws(StoreError) {
        guard let purchaser = try store.customers.customer(ofEntry: id) else {
            throw .unknownEntry(id: id)
        }
        let owner = try store.customers.acting(for: purchaser.id)
        try store.seatGroups.accept(try owner.seatGroups.invitation(to: id))
    }
}
