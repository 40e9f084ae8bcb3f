import Foundation
import StoreKit
import SwiftyStoreKit

/// The app's part of a subscription: deliveries without a tap, and whether the customer may read.
@MainActor
final class GazetteReader {
    private(set) var renewalCount = 0
    private(set) var refundCount = 0

    /// Every app's work at launch: renewals and refunds are delivered here.
    func launch() {
        SwiftyStoreKit.completeTransactions(atomically: false) { [self] purchases in
            for purchase in purchases where purchase.transaction.transactionState == .purchased {
                renewalCount += 1
                SwiftyStoreKit.finishTransaction(purchase.transaction)
            }
        }
        SwiftyStoreKit.onEntitlementRevocation { [self] _ in refundCount += 1 }
    }

    /// Verifies the receipt, and finds out whether the customer may read.
    func access() async throws -> Access {
        let receipt = try await SwiftyStoreKit.verifyReceipt(using: AppleReceiptValidator())
        // A status includes a grace period; `verifySubscription` only compares the paid period.
        return Access(SwiftyStoreKit.productStatuses(inReceipt: receipt)[Item.gazette.rawValue])
    }
}

extension GazetteReader {
    /// The access that the receipt gives.
    struct Access {
        let isEntitled: Bool
        let words: String
        /// The identifiers of the transactions that were free.
        let trials: Set<String>

        init(_ status: ProductStatus?) {
            isEntitled = status?.isEntitled == true
            trials = Set((status?.items ?? []).filter(\.isTrialPeriod).map(\.transactionId))
            switch status?.state {
            case .active(let end): words = "entitled until \(MonthAxis.day(end))"
            case .inGracePeriod(let end):
                words = "entitled until \(MonthAxis.day(end)), grace period"
            default: words = "not entitled"
            }
        }
    }
}
