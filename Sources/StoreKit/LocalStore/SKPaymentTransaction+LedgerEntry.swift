import Foundation
import LocalAppStore

extension SKPaymentTransaction.Snapshot {
    /// What a transaction says when it shows an entry of the ledger.
    ///
    /// As Apple's, it has a number and a date only once it is purchased or restored.
    init(_ entry: LedgerEntry, of store: Store? = nil, original: SKPaymentTransaction?) {
        let isDelivery = entry.state == .purchased || entry.state == .restored
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
    /// Makes the transaction that a restored or repeated one stems from.
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
    init(_ state: LedgerEntry.State) {
        switch state {
        case .purchased: self = .purchased
        case .failed: self = .failed
        case .deferred: self = .deferred
        case .restored: self = .restored
        }
    }
}
