import StoreKit
import SwiftyStoreKit

/// Names every call of the library with the type that apps rely on.
enum FacadeShapes {
    static func callbacks() {
        let _: (Set<String>, @escaping (RetrieveResults) -> Void) -> any InAppRequest =
            SwiftyStoreKit.retrieveProductsInfo(_:completion:)
        let _:
            (
                String, Int, Bool, String, Bool, PaymentDiscount?, ((PurchaseDetails) -> Void)?,
                @escaping (PurchaseResult) -> Void
            ) -> any InAppRequest = SwiftyStoreKit.purchaseProduct(
                _:
                quantity:
                atomically:
                applicationUsername:
                simulatesAskToBuyInSandbox:
                paymentDiscount:
                onDeferred:
                completion:
            )
        let _:
            (
                SKProduct, Int, Bool, String, Bool, PaymentDiscount?, ((PurchaseDetails) -> Void)?,
                @escaping (PurchaseResult) -> Void
            ) -> Void = SwiftyStoreKit.purchaseProduct(
                _:
                quantity:
                atomically:
                applicationUsername:
                simulatesAskToBuyInSandbox:
                paymentDiscount:
                onDeferred:
                completion:
            )
        let _: (Bool, String, @escaping (RestoreResults) -> Void) -> Void =
            SwiftyStoreKit.restorePurchases(atomically:applicationUsername:completion:)
        let _: (Bool, @escaping ([Purchase]) -> Void) -> Void =
            SwiftyStoreKit.completeTransactions(atomically:completion:)
        let _: (@escaping ([String]) -> Void) -> Void =
            SwiftyStoreKit.onEntitlementRevocation(completion:)
        let _:
            (
                SKPayment, SKProduct, Bool, ((PurchaseDetails) -> Void)?,
                @escaping (PurchaseResult) -> Void
            ) -> Void = SwiftyStoreKit.add(_:for:atomically:onDeferred:completion:)
    }

    static func entitlements() {
        let _: () async -> [Entitlement] = SwiftyStoreKit.entitlements
        let _: () -> AsyncStream<[Entitlement]> = SwiftyStoreKit.entitlementUpdates
        let _: (String) async throws -> SubscriptionGroupStatus =
            SwiftyStoreKit.subscriptionStatus(ofGroup:)
    }

    static func awaited() {
        let _: (Set<String>) async throws -> RetrieveResults =
            SwiftyStoreKit.retrieveProductsInfo(_:)
        let _: (String, Int, Bool, String, Bool, PaymentDiscount?) async throws -> PurchaseOutcome =
            SwiftyStoreKit.purchaseProduct(
                _:
                quantity:
                atomically:
                applicationUsername:
                simulatesAskToBuyInSandbox:
                paymentDiscount:
            )
        let _:
            (SKProduct, Int, Bool, String, Bool, PaymentDiscount?) async throws
                -> PurchaseOutcome = SwiftyStoreKit.purchaseProduct(
                    _:
                    quantity:
                    atomically:
                    applicationUsername:
                    simulatesAskToBuyInSandbox:
                    paymentDiscount:
                )
        let _: (Bool, String) async throws -> RestoreResults =
            SwiftyStoreKit.restorePurchases(atomically:applicationUsername:)
    }

    static func immediate() {
        let _: (any PaymentTransaction) -> Void = SwiftyStoreKit.finishTransaction(_:)
        let _: () -> Void = SwiftyStoreKit.clearProductsCache
        let _: (SKPayment) -> Void = SwiftyStoreKit.add(_:)
        let _: ([SKDownload]) -> Void = SwiftyStoreKit.start(_:)
        let _: ([SKDownload]) -> Void = SwiftyStoreKit.pause(_:)
        let _: ([SKDownload]) -> Void = SwiftyStoreKit.resume(_:)
        let _: ([SKDownload]) -> Void = SwiftyStoreKit.cancel(_:)
    }

    static func properties() {
        let _: Bool = SwiftyStoreKit.canMakePayments
        let _: [Purchase] = SwiftyStoreKit.pendingTransactions
        let _: AsyncStream<Purchase> = SwiftyStoreKit.purchaseUpdates
        let _: ShouldAddStorePaymentHandler? = SwiftyStoreKit.shouldAddStorePaymentHandler
        let _: UpdatedDownloadsHandler? = SwiftyStoreKit.updatedDownloadsHandler
        let _: (@Sendable (LogLevel, String) -> Void)? = SwiftyStoreKit.logger
    }

    static func handlers() {
        let _: ShouldAddStorePaymentHandler = { (_: SKPayment, _: SKProduct) -> Bool in true }
        let _: UpdatedDownloadsHandler = { (_: [SKDownload]) in }
    }
}
