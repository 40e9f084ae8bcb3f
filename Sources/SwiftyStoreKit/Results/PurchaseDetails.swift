public import Foundation
public import StoreKit

/// A purchase made by a call, with the product that was bought.
public struct PurchaseDetails: Purchased, Sendable {
    /// The identifier of the product, as it is in App Store Connect.
    public let productId: String
    /// The number of units bought in one payment.
    public let quantity: Int
    /// The product the payment was made for.
    public let product: SKProduct
    /// The transaction, which `SwiftyStoreKit.finishTransaction` takes.
    public let transaction: any PaymentTransaction
    /// The transaction that was restored or renewed, if StoreKit names one.
    public let originalTransaction: (any PaymentTransaction)?
    /// Whether the app must finish the transaction after delivering the content.
    public let needsFinishTransaction: Bool

    /// Creates a purchase, for example in a test.
    public init(
        productId: String,
        quantity: Int,
        product: SKProduct,
        transaction: any PaymentTransaction,
        originalTransaction: (any PaymentTransaction)?,
        needsFinishTransaction: Bool
    ) {
        self.productId = productId
        self.quantity = quantity
        self.product = product
        self.transaction = transaction
        self.originalTransaction = originalTransaction
        self.needsFinishTransaction = needsFinishTransaction
    }

    /// The date when it was bought for the first time, as ``Purchase/originalPurchaseDate``.
    public var originalPurchaseDate: Date {
        transaction.purchaseDate(original: originalTransaction)
    }

    /// The user name that was given to the payment, or nil.
    public var applicationUsername: String? { transaction.applicationUsername }
}
