import Dispatch
import Foundation

/// A request for a new receipt.
///
/// The local store issues no receipts: the request fails, with an error that says so.
open class SKReceiptRefreshRequest: SKRequest {
    private let properties: [String: Any]?
    private let attempts = RequestAttempts()

    /// Makes a request for a receipt with certain properties, which only the test environment heeds.
    public init(receiptProperties properties: [String: Any]?) {
        self.properties = properties
        super.init()
    }

    /// Makes a request for a receipt as it is.
    public override init() {
        properties = nil
        super.init()
    }

    /// The properties that the receipt should have.
    open var receiptProperties: [String: Any]? { properties }

    /// Asks for the receipt; the delegate hears on the main queue that there is none.
    open override func start() {
        let number = attempts.begin()
        let request = Unchecked(value: self)
        DispatchQueue.main.async { request.value.fail(number) }
    }

    /// Withdraws the question, after which the delegate hears nothing more.
    open override func cancel() {
        attempts.begin()
    }

    private func fail(_ number: Int) {
        guard attempts.isLast(number) else { return }
        let reason = "The local store issues no receipts"
        let error = SKError(.unknown, userInfo: [NSLocalizedDescriptionKey: reason])
        assignedDelegate?.request(self, didFailWithError: error)
    }
}
