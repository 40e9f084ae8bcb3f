import SwiftyStoreKit

/// A question, and what upstream took for it on the machine that its figures come from.
enum Question: String, CaseIterable {
    case autoRenewable = "verifySubscriptions"
    case nonRenewing = "verifySubscriptions, nonRenewing"
    case purchase = "verifyPurchase"
    case distinct = "getDistinctPurchaseIds"
    case statuses = "productStatuses"
    case offers = "offerEligibility"
    case all = "allProductIds"

    /// How long a non-renewing subscription lasts, in seconds.
    static let duration = 30.0 * 86_400

    /// Microseconds over N purchases of a verifyReceipt dictionary on Linux; nil where upstream has
    /// no such question.
    func upstream(_ count: Int) -> Double? {
        guard let place = [1, 10, 100, 1000, 10_000].firstIndex(of: count) else { return nil }
        switch self {
        case .autoRenewable: return [57.0, 446, 4192, 53_400, 593_900][place]
        case .nonRenewing: return [55.5, 419, 6210, 82_600, 897_600][place]
        case .purchase: return [56.8, 441, 4118, 54_900, 592_300][place]
        case .distinct: return [19.9, 178, 1564, 22_600, 246_400][place]
        case .statuses, .offers, .all: return nil
        }
    }
}
