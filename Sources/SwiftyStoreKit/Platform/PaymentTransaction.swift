public import Foundation
public import StoreKit

/// The part of a StoreKit transaction that apps see.
public protocol PaymentTransaction: Sendable {
    /// The date when the transaction was added to the App Store's queue; nil unless purchased or
    /// restored.
    var transactionDate: Date? { get }
    /// The state of the transaction.
    var transactionState: SKPaymentTransactionState { get }
    /// The App Store's identifier of the transaction; nil unless purchased or restored.
    var transactionIdentifier: String? { get }
    #if !os(visionOS)
    /// The transaction's content hosted by Apple; empty without any.
    var downloads: [SKDownload] { get }
    #endif
}

extension SKPaymentTransaction: PaymentTransaction {}

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
