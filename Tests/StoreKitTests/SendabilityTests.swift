import StoreKit
import Testing

@Suite struct SendabilityTests {
    @Test func `what Apple marks as Sendable is Sendable`() {
        requireSendable(SKPaymentQueue.self)
        requireSendable(SKPaymentTransaction.self)
        requireSendable(SKProduct.self)
        requireSendable(SKProductSubscriptionPeriod.self)
        requireSendable(SKProductDiscount.self)
        requireSendable(SKPaymentDiscount.self)
        requireSendable(SKProductsResponse.self)
        requireSendable(SKStorefront.self)
        requireSendable(SKError.self)
        requireSendable(SKError.Code.self)
        requireSendable(SKPaymentTransactionState.self)
        requireSendable(SKDownloadState.self)
    }

    // The call compiling is the check.
    private func requireSendable<T: Sendable>(_: T.Type) {}
}
