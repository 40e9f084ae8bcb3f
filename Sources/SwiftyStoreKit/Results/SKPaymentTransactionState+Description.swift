public import StoreKit

extension SKPaymentTransactionState {
    /// The name of the case, for messages to developers; "default" for one that Apple adds.
    public var debugDescription: String {
        switch self {
        case .purchasing: "purchasing"
        case .purchased: "purchased"
        case .failed: "failed"
        case .restored: "restored"
        case .deferred: "deferred"
        @unknown default: "default"
        }
    }
}
