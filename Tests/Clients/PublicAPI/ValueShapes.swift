import Foundation
import StoreKit
import SwiftyStoreKit

/// Names every part of the library's values with the type that apps rely on.
enum ValueShapes {
    static func results() {
        let _: KeyPath<RetrieveResults, Set<SKProduct>> = \RetrieveResults.retrievedProducts
        let _: KeyPath<RetrieveResults, Set<String>> = \RetrieveResults.invalidProductIDs
        let _: KeyPath<RetrieveResults, (any Error)?> = \RetrieveResults.error
        let _: (Set<SKProduct>, Set<String>, (any Error)?) -> RetrieveResults =
            RetrieveResults.init(retrievedProducts:invalidProductIDs:error:)
        let _: KeyPath<RestoreResults, [Purchase]> = \RestoreResults.restoredPurchases
        let _: KeyPath<RestoreResults, [(SKError, String?)]> =
            \RestoreResults.restoreFailedPurchases
        let _: ([Purchase], [(SKError, String?)]) -> RestoreResults =
            RestoreResults.init(restoredPurchases:restoreFailedPurchases:)
    }

    static func purchases() {
        let _: KeyPath<Purchase, String> = \Purchase.productId
        let _: KeyPath<Purchase, Int> = \Purchase.quantity
        let _: KeyPath<Purchase, any PaymentTransaction> = \Purchase.transaction
        let _: KeyPath<Purchase, (any PaymentTransaction)?> = \Purchase.originalTransaction
        let _: KeyPath<Purchase, Bool> = \Purchase.needsFinishTransaction
        let _: KeyPath<Purchase, Bool> = \Purchase.followsFailedPayment
        let _: KeyPath<Purchase, Date> = \Purchase.originalPurchaseDate
        let _: KeyPath<Purchase, String?> = \Purchase.applicationUsername
        let _: (String, Int, any PaymentTransaction, (any PaymentTransaction)?, Bool) -> Purchase =
            Purchase.init(
                productId:
                quantity:
                transaction:
                originalTransaction:
                needsFinishTransaction:
            )
    }

    static func details() {
        let _: KeyPath<PurchaseDetails, String> = \PurchaseDetails.productId
        let _: KeyPath<PurchaseDetails, Int> = \PurchaseDetails.quantity
        let _: KeyPath<PurchaseDetails, SKProduct> = \PurchaseDetails.product
        let _: KeyPath<PurchaseDetails, any PaymentTransaction> = \PurchaseDetails.transaction
        let _: KeyPath<PurchaseDetails, (any PaymentTransaction)?> =
            \PurchaseDetails.originalTransaction
        let _: KeyPath<PurchaseDetails, Bool> = \PurchaseDetails.needsFinishTransaction
        let _: KeyPath<PurchaseDetails, Date> = \PurchaseDetails.originalPurchaseDate
        let _: KeyPath<PurchaseDetails, String?> = \PurchaseDetails.applicationUsername
        let _:
            (String, Int, SKProduct, any PaymentTransaction, (any PaymentTransaction)?, Bool)
                -> PurchaseDetails = PurchaseDetails.init(
                    productId:
                    quantity:
                    product:
                    transaction:
                    originalTransaction:
                    needsFinishTransaction:
                )
    }

    static func cases() {
        let _: (PurchaseDetails) -> PurchaseResult = PurchaseResult.success(purchase:)
        let _: (SKError) -> PurchaseResult = PurchaseResult.error(error:)
        let _: (PurchaseDetails) -> PurchaseOutcome = PurchaseOutcome.purchased(_:)
        let _: (PurchaseDetails) -> PurchaseOutcome = PurchaseOutcome.deferred(_:)
        let _: (PurchaseDetails) -> TransactionResult = TransactionResult.purchased(purchase:)
        let _: (Purchase) -> TransactionResult = TransactionResult.restored(purchase:)
        let _: (PurchaseDetails) -> TransactionResult = TransactionResult.deferred(purchase:)
        let _: (PurchaseDetails, Void) -> PurchaseResult = PurchaseResult.deferred(purchase:_:)
        let _: (SKError) -> TransactionResult = TransactionResult.failed(error:)
        let _: (SKPaymentDiscount) -> PaymentDiscount = PaymentDiscount.init(discount:)
        let _: LogLevel = LogLevel.info
        let _: LogLevel = LogLevel.warning
        let _: (String) -> LogLevel? = LogLevel.init(rawValue:)
        let _: SwiftyStoreKitError = SwiftyStoreKitError.productsRequestCancelled
        let _: SwiftyStoreKitError = SwiftyStoreKitError.productsRequestEndedWithoutAnswer
        let _: SwiftyStoreKitError = SwiftyStoreKitError.receiptRefreshCancelled
    }

    static func errors() {
        let _: String = SwiftyStoreKitError.errorDomain
        let _: KeyPath<SwiftyStoreKitError, Int> = \SwiftyStoreKitError.errorCode
        let _: KeyPath<SwiftyStoreKitError, [String: Any]> = \SwiftyStoreKitError.errorUserInfo
        let _: KeyPath<SwiftyStoreKitError, String?> = \SwiftyStoreKitError.errorDescription
    }

    static func texts() {
        let _: KeyPath<SKProduct, String?> = \SKProduct.localizedPrice
        let _: KeyPath<SKProduct, String> = \SKProduct.localizedSubscriptionPeriod
        let _: (SKProduct) -> (Locale) -> String =
            SKProduct.localizedSubscriptionPeriod(locale:)
        let _: KeyPath<SKPaymentTransactionState, String> =
            \SKPaymentTransactionState.debugDescription
        let _: KeyPath<SKProductDiscount, String?> = \SKProductDiscount.localizedPrice
        let _: KeyPath<SKProductDiscount, String> =
            \SKProductDiscount.localizedSubscriptionPeriod
        let _: (SKProductDiscount) -> (Locale) -> String =
            SKProductDiscount.localizedSubscriptionPeriod(locale:)
    }
}
