import Foundation
import StoreKit
import SwiftyStoreKit

/// A transaction whose state a test moves on, as StoreKit does with its own.
// Unchecked because every access to `current` holds `lock`.
final class TestTransaction: SKPaymentTransaction, @unchecked Sendable {
    private struct Content {
        var state: SKPaymentTransactionState
        var identifier: String?
        var date: Date?
        var error: (any Error)?
        var original: SKPaymentTransaction?
    }

    private let lock = NSLock()
    private let paid: SKPayment
    private var current: Content

    private init(_ payment: SKPayment, _ content: Content) {
        paid = payment
        current = content
        super.init()
    }

    static func make(
        _ productID: String = "coins",
        state: SKPaymentTransactionState = .purchased,
        identifier: String? = nil,
        date: Date? = TestClock.start,
        error: (any Error)? = nil,
        original: SKPaymentTransaction? = nil
    ) -> TestTransaction {
        make(
            SKPayment(product: TestProduct.make(productID)),
            state: state,
            identifier: identifier,
            date: date,
            error: error,
            original: original
        )
    }

    static func make(
        _ payment: SKPayment,
        state: SKPaymentTransactionState = .purchased,
        identifier: String? = nil,
        date: Date? = TestClock.start,
        error: (any Error)? = nil,
        original: SKPaymentTransaction? = nil
    ) -> TestTransaction {
        TestTransaction(
            payment,
            Content(
                state: state,
                identifier: identifier,
                date: date,
                error: error,
                original: original
            )
        )
    }

    /// Moves on to another state.
    @discardableResult
    func becomes(
        _ state: SKPaymentTransactionState,
        error: (any Error)? = nil
    ) -> TestTransaction {
        lock.withLock {
            current.state = state
            current.error = error
        }
        return self
    }

    override var payment: SKPayment { paid }
    override var transactionState: SKPaymentTransactionState { content.state }
    override var transactionIdentifier: String? { content.identifier }
    override var transactionDate: Date? { content.date }
    override var error: (any Error)? { content.error }
    override var original: SKPaymentTransaction? { content.original }

    private var content: Content { lock.withLock { current } }
}

/// A transaction that does not come from StoreKit.
struct ForeignTransaction: PaymentTransaction {
    var transactionDate: Date?
    var transactionState: SKPaymentTransactionState { .purchased }
    var transactionIdentifier: String? { nil }
    #if !os(visionOS)
    var downloads: [SKDownload] { [] }
    #endif
}
