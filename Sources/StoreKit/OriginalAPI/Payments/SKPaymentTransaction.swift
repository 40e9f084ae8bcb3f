public import Foundation
import LocalAppStore

/// A purchase in the payment queue.
///
/// The queue has one object for a purchase and updates it as the purchase proceeds.
open class SKPaymentTransaction: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a payment is not Sendable: the queue passes a copy that doesn't change.
    // Key-value coding sets payment and downloads as well; it must not be used on an object that is
    // shared between threads.
    private var storedPayment = SKPayment()
    private var storedDownloads: [SKDownload]?
    private let state = Locked(Snapshot())

    /// Makes a transaction with an empty payment, in the state `purchasing`.
    public override init() {
        super.init()
    }

    /// The payment of the transaction.
    open var payment: SKPayment { storedPayment }

    /// The state of the transaction.
    open var transactionState: SKPaymentTransactionState { snapshot.state }

    /// The identifier of the transaction, once it is purchased or restored.
    open var transactionIdentifier: String? { snapshot.transactionIdentifier }

    /// The date of the purchase or restore, once it is purchased or restored.
    open var transactionDate: Date? { snapshot.transactionDate }

    /// The reason why the purchase failed, if it did.
    open var error: (any Error)? { snapshot.error }

    /// The original transaction of a restored one.
    open var original: SKPaymentTransaction? { snapshot.original }

    /// The downloads of a purchased or restored product with hosted content, else empty.
    ///
    /// They can be started until the transaction is finished.
    open var downloads: [SKDownload] { storedDownloads ?? snapshot.downloads?.all ?? [] }

    package convenience init(payment: SKPayment) {
        self.init()
        storedPayment = payment
    }

    /// The content of the transaction at one moment.
    package private(set) var snapshot: Snapshot {
        get { state.withLock { $0 } }
        set {
            // A client's object may be in the former content, which is released after the lock.
            let former = state.withLock { state in
                defer { state = newValue }
                return state
            }
            withExtendedLifetime(former) {}
        }
    }

    /// Replaces the content of the transaction.
    package func apply(_ snapshot: Snapshot) {
        self.snapshot = snapshot
    }

    override class var codedProperties: [String: CodedProperty] {
        [
            "payment": .init(\SKPaymentTransaction.payment, in: \.storedPayment),
            "transactionState": .init(\SKPaymentTransaction.transactionState, in: \.snapshot.state),
            "transactionIdentifier": .init(
                \SKPaymentTransaction.transactionIdentifier,
                in: \.snapshot.transactionIdentifier
            ),
            "transactionDate": .init(
                \SKPaymentTransaction.transactionDate,
                in: \.snapshot.transactionDate
            ),
            "error": .init(error: \SKPaymentTransaction.error, in: \.snapshot.error),
            "originalTransaction": .init(\SKPaymentTransaction.original, in: \.snapshot.original),
            "downloads": .init(\SKPaymentTransaction.downloads, in: \.storedDownloads),
        ]
    }

    /// The content of a transaction at one moment.
    package struct Snapshot: Sendable {
        /// The ledger entry that the transaction shows, once there is one.
        package var entryID: Int64?
        /// The store of that entry; `nil` when there is nothing to finish.
        var source: SKPaymentTransaction.Source?
        package var state = SKPaymentTransactionState.purchasing
        package var transactionIdentifier: String?
        package var transactionDate: Date?
        package var error: (any Error)?
        package var original: SKPaymentTransaction?
        var downloads: DownloadList?
    }

    /// A weak reference to the store of a transaction: the unfinished transactions of a session's
    /// store end with it.
    final class Source: @unchecked Sendable {
        // Unchecked because of the weak reference, which is set by the initializer only.
        private(set) weak var store: Store?

        init(_ store: Store) {
            self.store = store
        }
    }
}

/// The state of a transaction.
@nonexhaustive
public enum SKPaymentTransactionState: Int, Sendable, CodedValue {
    /// The store is processing it. Do not finish it.
    case purchasing = 0

    /// The customer paid: unlock the product, then finish the transaction.
    case purchased = 1

    /// The purchase failed; the transaction's `error` contains the reason. Finish it.
    case failed = 2

    /// The customer owns the product from an earlier purchase: unlock it, then finish the
    /// transaction.
    case restored = 3

    /// The purchase waits for approval, such as by a parent. Do not finish it.
    case deferred = 4
}
