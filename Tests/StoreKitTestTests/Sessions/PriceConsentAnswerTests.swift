import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

extension StoreInUse {
    @Suite("The customer's answer to a price increase in a session")
    struct PriceConsentAnswerTests {
        @Test("The answer is the session's, and the consent stays pending by default")
        func answer() throws {
            let session = try SKTestSession.make()
            #expect(session.priceConsentAnswer == .later)
            for answer in SKTestSession.PriceConsentAnswer.allCases {
                session.priceConsentAnswer = answer
                #expect(session.priceConsentAnswer == answer)
            }
        }

        @Test("The sheet is shown when the test requests consent", .timeLimit(.minutes(10)))
        func shown() async throws {
            let session = try SKTestSession.make()
            session.priceConsentAnswer = .decline
            try session.buyProduct(productIdentifier: SampleProducts.monthly)
            let bought = try #require(session.allTransactions().first)
            let delegate = AskedDelegate()
            let queue = SKPaymentQueue.default()
            queue.delegate = delegate
            try session.requestPriceIncreaseConsentForTransaction(identifier: bought.identifier)
            // The delegate is asked, and then the answer is written down.
            await session.deliveries()
            queue.delegate = nil
            #expect(delegate.count.withLock { $0 } == 1)
            #expect(session.allTransactions().first?.autoRenewingEnabled == false)
            withExtendedLifetime(delegate) {}
        }

        @Test("At the next launch the delegate is asked again", .timeLimit(.minutes(10)))
        func launch() async throws {
            let session = try SKTestSession.make()
            let bought = try session.bought(SampleProducts.monthly)
            let (delegate, recorder) = (AskedDelegate(), QueueRecorder())
            let queue = SKPaymentQueue.default()
            queue.delegate = delegate
            queue.add(recorder)
            try session.requestPriceIncreaseConsentForTransaction(identifier: bought.identifier)
            await session.deliveries()
            #expect(delegate.count.withLock { $0 } == 1)
            session.relaunchApp()
            await session.deliveries()
            #expect(delegate.count.withLock { $0 } == 2)
            withExtendedLifetime((delegate, recorder)) {}
        }
    }
}

private final class AskedDelegate: NSObject, SKPaymentQueueDelegate, Sendable {
    let count = Locked(0)

    func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool {
        count.withLock { $0 += 1 }
        return true
    }
}
