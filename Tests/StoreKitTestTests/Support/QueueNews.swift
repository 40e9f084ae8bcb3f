import StoreKit

/// What a queue told, as a value that can be compared.
enum QueueNews: Equatable {
    case updated(String, SKPaymentTransactionState)
    case removed(String)
    case restored
    case revoked([String])
    case moved(to: String?)
}
