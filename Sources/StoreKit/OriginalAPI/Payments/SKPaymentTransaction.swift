public import Foundation
import LocalAppStore

/// A purchase in the payment queue.
///
/// The queue has one object for a purchase and updates it as the purchase proceeds.
open class SKPaymentTransaction: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a payment is not Sendable: the queue passes a copy that doesn't change.
    // Key-value coding sets these two as well; it must not be used on an object that is shared
    // between threads.
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
    package var snapshot: Snapshot {
        state.withLock { state in state }
    }

    /// Replaces the content of the transaction.
    package func apply(_ snapshot: Snapshot) {
        state.withLock { state in state = snapshot }
    }

    override func codedProperty(_ key: String) -> CodedProperty? {
        switch key {
        case "payment": CodedProperty(self.payment, set: { self.storedPayment = $0 })
        case "transactionState":
            CodedProperty(self.transactionState, set: { self.change(\.state, to: $0) })
        case "transactionIdentifier":
            CodedProperty(
                self.transactionIdentifier,
                set: { self.change(\.transactionIdentifier, to: $0) }
            )
        case "transactionDate":
            CodedProperty(self.transactionDate, set: { self.change(\.transactionDate, to: $0) })
        case "error": CodedProperty(error: self.error, set: { self.change(\.error, to: $0) })
        case "originalTransaction":
            CodedProperty(self.original, set: { self.change(\.original, to: $0) })
        case "downloads": CodedProperty(self.downloads, set: { self.storedDownloads = $0 })
        default: nil
        }
    }

    private func change<Value>(_ part: WritableKeyPath<Snapshot, Value>, to value: Value) {
        var changed = snapshot
        changed[keyPath: part] = value
        apply(changed)
    }
}

extension SKPaymentTransaction {
    /// The content of a transaction at one moment.
    package struct Snapshot: Sendable {
        /// The ledger entry that the transaction shows, once there is one.
        package var entryID: Int64?
        /// The store of that entry; `nil` when there is nothing to finish.
        var source: SKPaymentTransaction.Source?
        package var state: SKPaymentTransactionState
        package var transactionIdentifier: String?
        package var transactionDate: Date?
        package var error: (any Error)?
        package var original: SKPaymentTransaction?
        var downloads: DownloadList?

        package init(
            entryID: Int64? = nil,
            state: SKPaymentTransactionState = .purchasing,
            transactionIdentifier: String? = nil,
            transactionDate: Date? = nil,
            error: (any Error)? = nil,
            original: SKPaymentTransaction? = nil
        ) {
            self.entryID = entryID
            self.state = state
            self.transactionIdentifier = transactionIdentifier
            self.transactionDate = transactionDate
            self.error = error
            self.original = original
        }
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
public enum SKPaymentTransactionState: Int, Sendable {
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
