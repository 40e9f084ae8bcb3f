import StoreKit

/// What an observer was told, as a value that can be compared.
enum QueueEvent: Equatable {
    case updated([String])
    case removed([String])
    case restoreFinished
    case restoreFailed
    case storefrontChanged(String?)
    case revoked([String])
    case asked(String)
}

extension SKPaymentTransaction {
    /// The product and the state, such as "coins purchased".
    var summary: String {
        "\(payment.productIdentifier) \(transactionState)"
    }
}
