public import Foundation
import StoreKit

/// A purchase outside of a call with a product: restored, completed later, or renewed.
public struct Purchase: Purchased, Sendable {
    /// The identifier of the product, as it is in App Store Connect.
    public let productId: String
    /// The number of units bought in one payment.
    public let quantity: Int
    /// The transaction, which `SwiftyStoreKit.finishTransaction` takes.
    public let transaction: any PaymentTransaction
    /// The transaction that was restored or renewed, if StoreKit names one.
    public let originalTransaction: (any PaymentTransaction)?
    /// Whether the app must finish the transaction after delivering the content.
    public let needsFinishTransaction: Bool
    /// Whether a payment of the same kind failed before, and not because the customer cancelled.
    ///
    /// StoreKit fails an interrupted payment (for example to ask for new terms) and delivers the
    /// purchase in another transaction once the customer has done so. An app that
    /// showed the failure can now withdraw the message.
    public internal(set) var followsFailedPayment = false

    /// Creates a purchase, for example in a test.
    public init(
        productId: String,
        quantity: Int,
        transaction: any PaymentTransaction,
        originalTransaction: (any PaymentTransaction)?,
        needsFinishTransaction: Bool
    ) {
        self.productId = productId
        self.quantity = quantity
        self.transaction = transaction
        self.originalTransaction = originalTransaction
        self.needsFinishTransaction = needsFinishTransaction
    }

    /// The date when it was bought for the first time: the date of the original transaction, else
    /// of this one.
    ///
    /// StoreKit leaves the date open for transactions that failed or wait; then it is
    /// `Date.distantPast`.
    public var originalPurchaseDate: Date {
        transaction.purchaseDate(original: originalTransaction)
    }

    /// The user name that was given to the payment, or nil.
    public var applicationUsername: String? { transaction.applicationUsername }
}

/// Something a customer bought.
public protocol Purchased {
    /// The identifier of the product, as it is in App Store Connect.
    var productId: String { get }
    /// The number of units bought in one payment.
    var quantity: Int { get }
    /// The date when it was bought for the first time.
    var originalPurchaseDate: Date { get }
}

extension PaymentTransaction {
    func purchaseDate(original: (any PaymentTransaction)?) -> Date {
        original?.transactionDate ?? transactionDate ?? .distantPast
    }

    var applicationUsername: String? {
        (self as? SKPaymentTransaction).flatMap { $0.payment.applicationUsername?.nilIfEmpty }
    }
}

extension String {
    var nilIfEmpty: String? { isEmpty ? nil : self }
}
