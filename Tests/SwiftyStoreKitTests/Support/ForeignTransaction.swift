import Foundation
import StoreKit
import SwiftyStoreKit

/// A transaction that does not come from StoreKit.
struct ForeignTransaction: PaymentTransaction {
    var transactionDate: Date?
    var transactionState: SKPaymentTransactionState { .purchased }
    var transactionIdentifier: String? { nil }
    #if !os(visionOS)
    var downloads: [SKDownload] { [] }
    #endif
}
