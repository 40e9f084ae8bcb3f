package import LocalAppStore
package import StrictJSON

/// An action of a customer in the family.
package enum CustomerAction: Equatable, Sendable {
    case joinFamily(organizer: Customer.ID)
    case leaveFamily
    case setAsksToBuy(Bool)
    case setSharesPurchases(Bool)

    /// The name of an action in JSON: the `operationId` of the control API, and the member of a
    /// scenario's step.
    package enum Name: String, CaseIterable, Sendable {
        case joinFamily
        case leaveFamily
        case setAsksToBuy
        case setSharesPurchases

        /// The members of the action.
        package var members: [String] {
            switch self {
            case .joinFamily: ["organizerID"]
            case .setAsksToBuy, .setSharesPurchases: ["isEnabled"]
            case .leaveFamily: []
            }
        }
    }

    /// Reads the members of an action.
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
