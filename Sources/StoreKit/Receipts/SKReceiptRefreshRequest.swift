import Dispatch
import Foundation
package import LocalAppStore

/// A request for a new receipt.
///
/// The store makes it of what the customer owns now: finished consumables leave it.
open class SKReceiptRefreshRequest: SKRequest {
    private let properties: [String: Any]?
    private let connection: StoreConnection
    private let attempts = RequestAttempts()

    /// Makes a request for a receipt with certain properties, which only a test environment such as
    /// this store heeds.
    ///
    /// The keys are `SKReceiptPropertyIsExpired` and its siblings, the values `true` or `false`.
    /// The next refresh without a property makes a receipt without it.
    public init(receiptProperties properties: [String: Any]?) {
        self.properties = properties
        connection = .shared
        super.init()
    }

    /// Makes a request for a receipt as it is.
    public override init() {
        properties = nil
        connection = .shared
        super.init()
    }

    /// Makes a request to one store, whichever the process uses.
    package init(receiptProperties properties: [String: Any]?, store: Store) {
        self.properties = properties
        connection = StoreConnection(store: store)
        super.init()
    }

    /// The properties that the receipt should have.
    open var receiptProperties: [String: Any]? { properties }

    /// Asks for the receipt; when the delegate hears of the end, on the main queue, the new file is
    /// there.
    open override func start() {
        let number = attempts.begin()
        let properties = ReceiptProperties(properties)
        let connection = connection
        let request = Unchecked(value: self)
        DispatchQueue.global(qos: .userInitiated).async {
            let result = Result { try connection.refreshReceipt(properties) }
            DispatchQueue.main.async {
                request.value.deliver(result, of: number)
            }
        }
    }

    /// Withdraws the question, after which the delegate hears nothing more; the receipt may be new
    /// nevertheless.
    open override func cancel() {
        attempts.begin()
    }

    private func deliver(_ result: Result<Void, any Error>, of number: Int) {
        guard attempts.isLast(number) else { return }
        switch result {
        case .success:
            assignedDelegate?.requestDidFinish(self)
        case .failure(let error):
            assignedDelegate?.request(self, didFailWithError: SKError.wrapping(error))
        }
    }
}
