public import Foundation
import LocalAppStore

/// One purchase, on its way through the payment queue.
///
/// The queue keeps one object for a purchase and changes what it says as the purchase goes on.
open class SKPaymentTransaction: NSObject, @unchecked Sendable {
    // Unchecked because a payment is not Sendable: the queue hands in a copy that nobody changes.
    private var storedPayment = SKPayment()
    private let state = Locked(Snapshot())

    /// Makes a transaction that is purchasing nothing.
    public override init() {
        super.init()
    }

    /// The payment that the transaction serves.
    open var payment: SKPayment { storedPayment }

    /// Where the transaction stands.
    open var transactionState: SKPaymentTransactionState { snapshot.state }

    /// The string that names the purchase, once it is purchased or restored.
    open var transactionIdentifier: String? { snapshot.transactionIdentifier }

    /// When the purchase was made or restored, once it is.
    open var transactionDate: Date? { snapshot.transactionDate }

    /// Why the purchase came to nothing, if it failed.
    open var error: (any Error)? { snapshot.error }

    /// The transaction that a restored one brings back.
    open var original: SKPaymentTransaction? { snapshot.original }

    /// The hosted files that belong to the purchase: none, as the store hosts none yet.
    open var downloads: [SKDownload] { [] }

    package convenience init(payment: SKPayment) {
        self.init()
        storedPayment = payment
    }

    /// What the transaction says now, all of it of the same moment.
    package var snapshot: Snapshot {
        state.withLock { state in state }
    }

    /// Makes the transaction say something else from now on.
    package func apply(_ snapshot: Snapshot) {
        state.withLock { state in state = snapshot }
    }
}
