public import Foundation
public import StoreKit

/// What this library tells of a StoreKit transaction.
public protocol PaymentTransaction: Sendable {
    /// When the transaction was added to the App Store's queue; open unless purchased or restored.
    var transactionDate: Date? { get }
    /// Where the transaction stands.
    var transactionState: SKPaymentTransactionState { get }
    /// The App Store's identifier of the transaction; open unless purchased or restored.
    var transactionIdentifier: String? { get }
    #if !os(visionOS)
    /// The content hosted by Apple that comes with the transaction; empty if there is none.
    var downloads: [SKDownload] { get }
    #endif
}

extension SKPaymentTransaction: PaymentTransaction {}
