import SwiftyStoreKit

extension VerifySubscriptionResult {
    var size: Int {
        switch self {
        case .purchased(_, let items): items.count
        case .expired(_, let items): -items.count
        case .notPurchased: 0
        }
    }
}

extension VerifyPurchaseResult {
    var size: Int {
        switch self {
        case .purchased(let item): item.transactionId.hashValue
        case .notPurchased: 0
        }
    }
}

extension OfferEligibility {
    var size: Int { (introductory ? 1 : 0) + (promotional ? 2 : 0) }
}

extension [String: ProductStatus] {
    var size: Int { values.reduce(0) { $0 + $1.items.count } }
}
