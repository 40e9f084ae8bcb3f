import StoreKit

/// What a transaction's state means for the payment behind it; nil while nothing is known.
enum PaymentNews: Sendable {
    case bought
    case failed(SKError)
    case deferred

    init?(_ transaction: SKPaymentTransaction, in state: SKPaymentTransactionState) {
        switch state {
        case .purchased, .restored: self = .bought
        case .failed: self = .failed(StoreError.convert(transaction.error))
        case .deferred: self = .deferred
        default: return nil
        }
    }
}
