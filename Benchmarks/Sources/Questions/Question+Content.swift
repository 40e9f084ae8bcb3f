import SwiftyStoreKit

extension Question {
    /// Asks a receipt that was read into types.
    @inline(never)
    func ask(_ content: ReceiptDetails) -> Int {
        switch self {
        case .autoRenewable: subscriptions(.autoRenewable, content).size
        case .nonRenewing: subscriptions(.nonRenewing(validDuration: Self.duration), content).size
        case .purchase: content.verifyPurchase(productId: TestReceipt.monthly).size
        case .distinct: content.distinctProductIds()?.count ?? -1
        case .statuses: content.productStatuses().size
        case .offers: content.offerEligibility(productIds: TestReceipt.subscriptions).size
        case .all: content.allProductIds().count
        }
    }

    private func subscriptions(
        _ type: SubscriptionType,
        _ content: ReceiptDetails
    ) -> VerifySubscriptionResult {
        content.verifySubscriptions(ofType: type, productIds: TestReceipt.subscriptions)
    }
}
