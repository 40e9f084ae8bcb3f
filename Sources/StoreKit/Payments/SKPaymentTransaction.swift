public import Foundation
import LocalAppStore

/// One purchase, on its way through the payment queue.
///
/// The queue keeps one object for a purchase and changes what it says as the purchase goes on.
open class SKPaymentTransaction: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a payment is not Sendable: the queue hands in a copy that nobody changes.
    // Key-value coding sets these two, too, which is not for an object that another thread uses.
    private var storedPayment = SKPayment()
    private var storedDownloads: [SKDownload] = []
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
    open var downloads: [SKDownload] { storedDownloads }

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
