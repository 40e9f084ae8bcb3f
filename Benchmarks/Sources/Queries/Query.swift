import SwiftyStoreKit

/// A query, and the time of upstream on the machine that its figures come from.
enum Query: String, CaseIterable {
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
    /// no such query.
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

    /// Microseconds from the bytes of a response to the result of `verifySubscriptions`.
    static func upstreamFromResponse(_ count: Int) -> Double? {
        [1: 122, 10: 775, 100: 6694, 1000: 99_900, 10_000: 1_075_000][count]
    }
}

extension Query {
    /// The size of the result for a dictionary.
    @inline(never)
    func run(_ receipt: ReceiptInfo) -> Int {
        switch self {
        case .autoRenewable: subscriptions(.autoRenewable, receipt).size
        case .nonRenewing: subscriptions(.nonRenewing(validDuration: Self.duration), receipt).size
        case .purchase:
            SwiftyStoreKit.verifyPurchase(productId: TestReceipt.monthly, inReceipt: receipt).size
        case .distinct: SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: receipt)?.count ?? -1
        case .statuses: SwiftyStoreKit.productStatuses(inReceipt: receipt).size
        case .offers:
            SwiftyStoreKit.offerEligibility(
                productIds: TestReceipt.subscriptions,
                inReceipt: receipt
            ).size
        case .all: SwiftyStoreKit.allProductIds(inReceipt: receipt).count
        }
    }

    private func subscriptions(
        _ type: SubscriptionType,
        _ receipt: ReceiptInfo
    ) -> VerifySubscriptionResult {
        SwiftyStoreKit.verifySubscriptions(
            ofType: type,
            productIds: TestReceipt.subscriptions,
            inReceipt: receipt
        )
    }
}

extension Query {
    /// The size of the result for a receipt in types.
    @inline(never)
    func run(_ details: ReceiptDetails) -> Int {
        switch self {
        case .autoRenewable: subscriptions(.autoRenewable, details).size
        case .nonRenewing: subscriptions(.nonRenewing(validDuration: Self.duration), details).size
        case .purchase: details.verifyPurchase(productId: TestReceipt.monthly).size
        case .distinct: details.distinctProductIds()?.count ?? -1
        case .statuses: details.productStatuses().size
        case .offers: details.offerEligibility(productIds: TestReceipt.subscriptions).size
        case .all: details.allProductIds().count
        }
    }

    private func subscriptions(
        _ type: SubscriptionType,
        _ details: ReceiptDetails
    ) -> VerifySubscriptionResult {
        details.verifySubscriptions(ofType: type, productIds: TestReceipt.subscriptions)
    }
}

// A size is equal wherever two forms of a receipt have the same result.

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
