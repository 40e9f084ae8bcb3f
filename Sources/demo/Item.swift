import SwiftyStoreKit

/// What Teacup Bay sells, by the identifiers in `Shop.storekit`.
enum Item: String, CaseIterable {
    case shells = "bay.teacup.shells"
    case harbor = "bay.teacup.harbor"
    case summerPass = "bay.teacup.pass.summer"
    case gazette = "bay.teacup.gazette.monthly"
    case gazetteYear = "bay.teacup.gazette.yearly"

    static let identifiers = Set(allCases.map(\.rawValue))

    /// What the player notices when a purchase is handed over.
    static func delivery(of purchase: any Purchased) -> String {
        switch Item(rawValue: purchase.productId) {
        case .shells: "\(50 * purchase.quantity) shells rattle into the pouch."
        case .harbor: "Snow falls on the harbor, and the lamps are lit."
        case .summerPass: "The summer quests are open."
        case .gazette: "The Teacup Gazette will come every month."
        case .gazetteYear: "The Teacup Gazette will come all year."
        case nil: "\(purchase.productId) is not known to this version of the app."
        }
    }
}
