import Foundation
import LocalAppStore

extension SKPaymentTransaction.Snapshot {
    /// What a transaction says when it shows an entry of the ledger.
    ///
    /// As Apple's, it has a number and a date only once it is purchased or restored.
    init(_ entry: LedgerEntry, original: SKPaymentTransaction?) {
        let isDelivery = entry.state == .purchased || entry.state == .restored
        self.init(
            entryID: entry.id,
            state: SKPaymentTransactionState(entry.state),
            transactionIdentifier: isDelivery ? String(entry.id) : nil,
            transactionDate: isDelivery ? entry.purchaseDate : nil,
            error: entry.failure.map(SKError.init),
            original: original
        )
    }

    /// What a transaction says when its payment could not be put into the ledger.
    init(failedWith error: any Error) {
        self.init(state: .failed, error: SKError.wrapping(error))
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

extension SKError {
    /// Makes the error that an app sees from the reason in the ledger.
    ///
    /// A code without a case of its own keeps its number in `errorCode`.
    fileprivate init(_ failure: LedgerEntry.Failure) {
        let cause = failure.underlying.map { cause in
            NSError(domain: "ASDServerErrorDomain", code: cause.rawValue)
        }
        let userInfo = cause.map { [NSUnderlyingErrorKey: $0 as Any] } ?? [:]
        self.init(
            _nsError: NSError(
                domain: SKErrorDomain,
                code: failure.code.rawValue,
                userInfo: userInfo
            )
        )
    }

    /// Makes the error that an app sees when the store itself cannot do its work.
    static func wrapping(_ error: any Error) -> SKError {
        SKError(
            .unknown,
            userInfo: [
                NSUnderlyingErrorKey: error as NSError,
                NSLocalizedDescriptionKey: error.localizedDescription,
            ]
        )
    }
}
