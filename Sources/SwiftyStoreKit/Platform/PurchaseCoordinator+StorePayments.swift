#if !os(watchOS)
import StoreKit

extension PurchaseCoordinator {
    var shouldAddStorePaymentHandler: ShouldAddStorePaymentHandler? {
        get { handlers { $0.shouldAddStorePayment }?.value }
        set {
            var handler = newValue.map(Unchecked.init)
            handlers { swap(&$0.shouldAddStorePayment, &handler) }
        }
    }

    /// Asks the app where StoreKit asks, because StoreKit waits for the answer.
    func shouldAddStorePayment(_ payment: SKPayment, for product: SKProduct) -> Bool {
        shouldAddStorePaymentHandler?(payment, product) ?? false
    }

    /// Queues a payment that belongs to no call; its transaction goes to the complete link.
    func add(_ payment: SKPayment) {
        queue.add(payment)
    }
}
#endif
