import Foundation
import StoreKit
import SwiftyStoreKit

/// Names every requirement of the library's protocols with the type that apps rely on.
///
/// A requirement is named through a type that conforms; each placeholder has the name of its
/// protocol, so that what is written here is the name of the requirement.
enum ProtocolShapes {
    typealias Queue = PaymentQueue
    typealias Transaction = PaymentTransaction
    typealias Bought = Purchased
    typealias Request = InAppRequest
    typealias Validator = ReceiptValidator

    static func queues<PaymentQueue: Queue & SendableMetatype>(_: PaymentQueue.Type) {
        let _: KeyPath<PaymentQueue, [SKPaymentTransaction]> = \PaymentQueue.transactions
        let _: (PaymentQueue) -> (any SKPaymentTransactionObserver) -> Void = PaymentQueue.add(_:)
        let _: (PaymentQueue) -> (any SKPaymentTransactionObserver) -> Void =
            PaymentQueue.remove(_:)
        let _: (PaymentQueue) -> (SKPayment) -> Void = PaymentQueue.add(_:)
        let _: (PaymentQueue) -> ([SKDownload]) -> Void = PaymentQueue.start(_:)
        let _: (PaymentQueue) -> ([SKDownload]) -> Void = PaymentQueue.pause(_:)
        let _: (PaymentQueue) -> ([SKDownload]) -> Void = PaymentQueue.resume(_:)
        let _: (PaymentQueue) -> ([SKDownload]) -> Void = PaymentQueue.cancel(_:)
        let _: (PaymentQueue) -> (String?) -> Void =
            PaymentQueue.restoreCompletedTransactions(withApplicationUsername:)
        let _: (PaymentQueue) -> (SKPaymentTransaction) -> Void =
            PaymentQueue.finishTransaction(_:)
    }

    static func transactions<PaymentTransaction: Transaction>(_: PaymentTransaction.Type) {
        let _: KeyPath<PaymentTransaction, Date?> = \PaymentTransaction.transactionDate
        let _: KeyPath<PaymentTransaction, SKPaymentTransactionState> =
            \PaymentTransaction.transactionState
        let _: KeyPath<PaymentTransaction, String?> = \PaymentTransaction.transactionIdentifier
        let _: KeyPath<PaymentTransaction, [SKDownload]> = \PaymentTransaction.downloads
    }

    static func purchases<Purchased: Bought>(_: Purchased.Type) {
        let _: KeyPath<Purchased, String> = \Purchased.productId
        let _: KeyPath<Purchased, Int> = \Purchased.quantity
        let _: KeyPath<Purchased, Date> = \Purchased.originalPurchaseDate
    }

    static func requests<InAppRequest: Request & SendableMetatype>(_: InAppRequest.Type) {
        let _: (InAppRequest) -> () -> Void = InAppRequest.start
        let _: (InAppRequest) -> () -> Void = InAppRequest.cancel
    }

    static func validators<ReceiptValidator: Validator & SendableMetatype>(
        _: ReceiptValidator.Type
    ) {
        let _: (ReceiptValidator) -> (Data, @escaping (VerifyReceiptResult) -> Void) -> Void =
            ReceiptValidator.validate(receiptData:completion:)
    }
}
