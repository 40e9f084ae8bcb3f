import Foundation
package import LocalAppStore

extension PaymentRequest {
    /// Makes the store's value of Apple's object.
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
        api = .storeKit1
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
    /// Makes a copy that shares nothing with a client's payment: internal queues release it.
    convenience init(detachedFrom payment: SKPayment) {
        self.init()
        content = Content(of: payment)
        // The bytes of `Data` may have an owner, whose code runs at the release.
        content.requestData = content.requestData?.withUnsafeBytes { Data($0) }
        content.paymentDiscount = content.paymentDiscount.map {
            SKPaymentDiscount(PaymentRequest.Discount($0))
        }
    }

    /// Makes Apple's object of a payment in the ledger.
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

extension SKPaymentTransaction.Snapshot {
    /// The content of a transaction that shows an entry of the ledger.
    ///
    /// As with Apple's, it has an identifier and a date only once it is purchased or restored.
    init(_ entry: LedgerEntry, of store: Store? = nil, original: SKPaymentTransaction?) {
        let isDelivery = [.purchased, .restored, .scheduled].contains(entry.state)
        self.init(
            entryID: entry.id,
            state: SKPaymentTransactionState(entry.state),
            transactionIdentifier: isDelivery ? String(entry.id) : nil,
            transactionDate: isDelivery ? entry.purchaseDate : nil,
            error: entry.failure.map(SKError.init),
            original: original
        )
        source = store.map(SKPaymentTransaction.Source.init)
    }
}

extension SKPaymentTransaction {
    /// Makes the original transaction of a restored or repeated one.
    convenience init(originalOf entry: LedgerEntry) {
        self.init(payment: SKPayment(entry))
        apply(
            Snapshot(
                entryID: entry.originalID,
                state: .purchased,
                transactionIdentifier: String(entry.originalID),
                transactionDate: entry.originalPurchaseDate
            )
        )
    }
}

extension SKPaymentTransactionState {
    package init(_ state: LedgerEntry.State) {
        switch state {
        case .purchased, .scheduled: self = .purchased
        case .failed: self = .failed
        case .deferred: self = .deferred
        case .restored: self = .restored
        }
    }
}
