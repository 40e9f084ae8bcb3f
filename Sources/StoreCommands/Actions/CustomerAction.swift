package import LocalAppStore
package import StrictJSON

/// An action of a customer in the family.
package enum CustomerAction: StoreAction {
    case joinFamily(organizer: Customer.ID)
    case leaveFamily
    case setAsksToBuy(Bool)
    case setSharesPurchases(Bool)

    package enum Name: String, StoreActionName {
        case joinFamily
        case leaveFamily
        case setAsksToBuy
        case setSharesPurchases

        package var members: [String] {
            switch self {
            case .joinFamily: ["organizerID"]
            case .setAsksToBuy, .setSharesPurchases: ["isEnabled"]
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
        }
    }

    /// Runs the action for the customer of a store.
    package func run(in store: Store) throws(StoreError) {
        switch self {
        case .joinFamily(let organizer): try store.family.join(organizedBy: organizer)
        case .leaveFamily: try store.family.leave()
        case .setAsksToBuy(let isEnabled): try store.family.setAsksToBuy(isEnabled)
        case .setSharesPurchases(let isEnabled): try store.family.setSharesPurchases(isEnabled)
        }
    }
}
