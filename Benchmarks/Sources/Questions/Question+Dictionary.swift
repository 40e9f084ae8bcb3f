import SwiftyStoreKit

extension Question {
    /// Asks a dictionary; the number tells whether two forms of a receipt gave one answer.
    @inline(never)
    func ask(_ receipt: ReceiptInfo) -> Int {
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
