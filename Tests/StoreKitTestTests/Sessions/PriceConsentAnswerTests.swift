import Foundation
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

        @Test("The sheet is shown when the test requests consent", .timeLimit(.minutes(1)))
        func shown() async throws {
            let session = try SKTestSession.make()
            session.priceConsentAnswer = .decline
            try session.buyProduct(productIdentifier: SampleProducts.monthly)
            let bought = try #require(session.allTransactions().first)
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            let delegate = AskedDelegate()
            queue.delegate = delegate
            try session.requestPriceIncreaseConsentForTransaction(identifier: bought.identifier)
            await delegate.asked.wait { $0.count == 1 }
            await recorder.events.wait { _ in
                session.allTransactions().first?.autoRenewingEnabled == false
            }
            #expect(session.allTransactions().first?.autoRenewingEnabled == false)
            withExtendedLifetime(delegate) {}
        }
    }
}

private final class AskedDelegate: NSObject, SKPaymentQueueDelegate, Sendable {
    let asked = Recorder<Bool>()

    func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool {
        asked.record(true)
        return true
    }
}
