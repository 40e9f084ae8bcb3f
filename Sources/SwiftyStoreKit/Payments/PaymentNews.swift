import StoreKit

/// What a transaction's state means for the payment behind it; nil while nothing is known.
enum PaymentNews {
    case bought
    case failed(SKError)
    case deferred

    init?(_ observed: ObservedTransaction) {
        switch observed.state {
        case .purchased, .restored: self = .bought
        case .failed: self = .failed(StoreError.convert(observed.error))
        case .deferred: self = .deferred
        default: return nil
        }
    }
}
