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

    /// Has the receipt verified, and asks it whether the customer may read.
    func access() async throws -> Access {
        let receipt = try await SwiftyStoreKit.verifyReceipt(using: AppleReceiptValidator())
        let product = Item.gazette.rawValue
        let status = SwiftyStoreKit.productStatuses(inReceipt: receipt)[product]
        let trials = status?.items.filter(\.isTrialPeriod).map(\.transactionId) ?? []
        let subscription = SwiftyStoreKit.verifySubscription(
            ofType: .autoRenewable,
            productId: product,
            inReceipt: receipt
        )
        return Access(state: state(subscription, status), trials: Set(trials))
    }

    /// `verifySubscription` only compares the paid period; only the status includes a grace period.
    private func state(
        _ subscription: VerifySubscriptionResult,
        _ status: ProductStatus?
    ) -> Access.State {
        if case .purchased(let end, _) = subscription { return .paid(until: end) }
        if case .inGracePeriod(let end) = status?.state { return .inGracePeriod(until: end) }
        return .none
    }
}

extension GazetteReader {
    /// The access that the receipt gives.
    struct Access {
        enum State {
            case paid(until: Date)
            case inGracePeriod(until: Date)
            case none
        }

        let state: State
        /// The identifiers of the transactions that were free.
        let trials: Set<String>

        var isEntitled: Bool {
            switch state {
            case .paid, .inGracePeriod: true
            case .none: false
            }
        }

        var words: String {
            switch state {
            case .paid(let end): "entitled until \(MonthAxis.day(end))"
            case .inGracePeriod(let end): "entitled until \(MonthAxis.day(end)), grace period"
            case .none: "not entitled"
            }
        }
    }
}
