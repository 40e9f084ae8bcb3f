import Foundation
import LocalAppStore
import StoreTesting
import SwiftyStoreKit

/// An app that buys and validates its receipt by SwiftyStoreKit.
final class FacadeApp: SubscriberApp {
    private let store: Store
    private let received = Locked<[String]>([])
    private let updates = SwiftyStoreKit.purchaseUpdates

    init(of store: Store) {
        self.store = store
        SwiftyStoreKit.completeTransactions { [received] purchases in
            for purchase in purchases {
                let state = purchase.transaction.transactionState
                received.withLock { $0.append("`completeTransactions`: `.\(state)`") }
            }
        }
        SwiftyStoreKit.onEntitlementRevocation { [received] _ in
            received.withLock { $0.append("`onEntitlementRevocation`") }
        }
    }

    /// Buys a product; on return the callback, or `onDeferred`, was called.
    func buy(_ product: String) async {
        let ends = Recorder<Void>()
        SwiftyStoreKit.purchaseProduct(
            product,
            onDeferred: { [received] _ in
                received.withLock { $0.append("`onDeferred`") }
                ends.record(())
            },
            completion: { [received] result in
                received.withLock { $0.append(result.text) }
                ends.record(())
            }
        )
        await ends.first()
    }

    func arrivals() -> [String] { received.withLock { $0 } }

    func forget() { received.withLock { $0 = [] } }

    /// The first purchase that came outside of a call; `nil` when the test is cancelled.
    func firstUpdate() async -> Purchase? {
        for await purchase in updates { return purchase }
        return nil
    }
}

extension FacadeApp {
    func cells(of product: String) async throws -> [String] {
        try await cells(of: product, isFromServer: true)
    }

    /// The deliveries, the verdict of the group, the status of the product, and its renewal.
    ///
    /// The response of the server lacks what only the server knows unless `isFromServer`.
    func cells(of product: String, isFromServer: Bool) async throws -> [String] {
        var receipt = try await SwiftyStoreKit.verifyReceipt(using: AppleReceiptValidator())
        if !isFromServer { receipt = receipt.filter { $0.key == "receipt" } }
        let date = store.clock.now
        let verdict = SwiftyStoreKit.verifySubscriptions(
            productIds: Plan.all,
            inReceipt: receipt,
            validUntil: date
        )
        let statuses = SwiftyStoreKit.productStatuses(inReceipt: receipt, at: date)
        let renewal = statuses[product]?.renewal
        let arrived = arrivals()
        return [
            arrived.isEmpty ? "nothing" : arrived.joined(separator: ", "),
            verdict.text,
            statuses[product].map(\.text) ?? "none",
            renewal.map(\.text) ?? "none",
        ]
    }
}

extension PurchaseResult {
    fileprivate var text: String {
        switch self {
        case .success: "callback: `.success`"
        case .error(let error): "callback: `.error`, `.\(error.code)`"
        }
    }
}

extension VerifySubscriptionResult {
    fileprivate var text: String {
        switch self {
        case .purchased: "`.purchased`"
        case .expired: "`.expired`"
        case .notPurchased: "`.notPurchased`"
        }
    }
}

extension ProductStatus {
    fileprivate var text: String {
        let name =
            switch state {
            case .owned: "owned"
            case .active: "active"
            case .inGracePeriod: "inGracePeriod"
            case .inBillingRetry: "inBillingRetry"
            case .expired: "expired"
            case .upgraded: "upgraded"
            case .revoked: "revoked"
            }
        let entitled = isEntitled ? "entitled" : "not entitled"
        let isTrial = items.first?.isTrialPeriod == true
        return "`.\(name)`, \(entitled)" + (isTrial ? ", `items[0].isTrialPeriod`" : "")
    }
}

extension SubscriptionRenewal {
    fileprivate var text: String {
        var parts = [willRenew ? "`willRenew`" : "not `willRenew`"]
        if renewalProductId != productId { parts.append("other `renewalProductId`") }
        if isInBillingRetry { parts.append("`isInBillingRetry`") }
        if gracePeriodExpiryDate != nil { parts.append("`gracePeriodExpiryDate`") }
        if let expirationIntent { parts.append("`.\(expirationIntent)`") }
        if let priceConsent { parts.append("`priceConsent` `.\(priceConsent)`") }
        return parts.joined(separator: ", ")
    }
}
