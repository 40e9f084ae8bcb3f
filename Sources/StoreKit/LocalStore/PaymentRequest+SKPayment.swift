import Foundation
import LocalAppStore

extension PaymentRequest {
    /// Makes the store's value from Apple's object.
    init(_ payment: SKPayment, token: UUID) {
        self.init(
            productID: payment.productIdentifier,
            quantity: payment.quantity,
            token: token,
            applicationUsername: payment.applicationUsername,
            requestData: payment.requestData,
            discount: payment.paymentDiscount.map(Discount.init),
            simulatesAskToBuy: payment.simulatesAskToBuyInSandbox
        )
    }
}

extension PaymentRequest.Discount {
    fileprivate init(_ discount: SKPaymentDiscount) {
        self.init(
            offerID: discount.identifier,
            keyID: discount.keyIdentifier,
            nonce: discount.nonce,
            signature: discount.signature,
            timestamp: discount.timestamp.int64Value
        )
    }
}

extension SKPayment {
    /// Makes Apple's object for a payment that is in the ledger already.
    convenience init(_ entry: LedgerEntry) {
        self.init()
        content = Content(
            productIdentifier: entry.productID,
            requestData: entry.requestData,
            quantity: entry.quantity,
            applicationUsername: entry.applicationUsername,
            paymentDiscount: entry.discount.map(SKPaymentDiscount.init)
        )
    }
}

extension SKPaymentDiscount {
    fileprivate convenience init(_ discount: PaymentRequest.Discount) {
        self.init(
            identifier: discount.offerID,
            keyIdentifier: discount.keyID,
            nonce: discount.nonce,
            signature: discount.signature,
            timestamp: NSNumber(value: discount.timestamp)
        )
    }
}
