import StoreKit
import Testing

@Suite struct SKPaymentQueueDelegateTests {
    private let queue = SKPaymentQueue()

    @Test func `a delegate without methods answers yes`() {
        let delegate: any SKPaymentQueueDelegate = SilentDelegate()
        #expect(
            delegate.paymentQueue(queue, shouldContinue: SKPaymentTransaction(), in: SKStorefront())
        )
        #expect(delegate.paymentQueueShouldShowPriceConsent(queue))
    }

    @Test func `a question mark after the name brings back the delegate's own answer`() {
        let maybe: (any SKPaymentQueueDelegate)? = RefusingDelegate()
        let goesOn = maybe?.paymentQueue?(
            queue,
            shouldContinue: SKPaymentTransaction(),
            in: SKStorefront()
        )
        #expect(goesOn == false)
        #expect(maybe?.paymentQueueShouldShowPriceConsent?(queue) == false)
    }
}

private final class SilentDelegate: NSObject, SKPaymentQueueDelegate {}

private final class RefusingDelegate: NSObject, SKPaymentQueueDelegate {
    func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool { false }

    func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool { false }
}
