import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("The sheet about a price increase")
struct PriceConsentTests {
    private let store: Store
    private let entry: LedgerEntry
    private let queue: SKPaymentQueue

    init() throws {
        store = try .sample()
        entry = try store.buy(PaymentRequest(productID: "monthly"))
        queue = SKPaymentQueue(store: store)
    }

    @Test(
        "Without a delegate it is shown, and the customer answers as the store was told",
        .timeLimit(.minutes(10)),
        arguments: [
            (PriceConsentAnswer.agree, CustomerSubscription.PriceConsent.agreed),
            (.decline, .declined), (.later, .pending),
        ]
    )
    func answers(
        answer: PriceConsentAnswer,
        consent: CustomerSubscription.PriceConsent
    ) async throws {
        store.subscriptions.priceConsentAnswer = answer
        let observer = RecordingObserver()
        queue.add(observer)
        #expect(await observer.next(1).count == 1)
        try store.subscriptions.requestPriceIncreaseConsent(of: entry.id)
        await settled()
        #expect(try store.subscriptions.subscription(of: entry.id)?.priceConsent == consent)
    }

    @Test("A store leaves a consent pending unless it is told otherwise")
    func standard() {
        #expect(store.subscriptions.priceConsentAnswer == .later)
    }

    @Test(
        "A delegate that objects is asked once, and the app shows the sheet later",
        .timeLimit(.minutes(10))
    )
    func later() async throws {
        store.subscriptions.priceConsentAnswer = .agree
        let delegate = ConsentDelegate(shows: false)
        queue.delegate = delegate
        await settled()
        try store.subscriptions.requestPriceIncreaseConsent(of: entry.id)
        await settled()
        try store.subscriptions.setAutoRenew(true, of: entry.id)
        await settled()
        #expect(delegate.calls.withLock { $0 } == 1)
        #expect(try store.subscriptions.subscription(of: entry.id)?.priceConsent == .pending)
        queue.showPriceConsentIfNeeded()
        await settled()
        #expect(try store.subscriptions.subscription(of: entry.id)?.priceConsent == .agreed)
        #expect(delegate.calls.withLock { $0 } == 1)
    }

    @Test("Another increase is announced anew", .timeLimit(.minutes(10)))
    func again() async throws {
        store.subscriptions.priceConsentAnswer = .agree
        let delegate = ConsentDelegate(shows: true)
        queue.delegate = delegate
        await settled()
        for count in 1...2 {
            try store.subscriptions.requestPriceIncreaseConsent(of: entry.id)
            await settled()
            #expect(try store.subscriptions.subscription(of: entry.id)?.priceConsent == .agreed)
            #expect(delegate.calls.withLock { $0 } == count)
        }
    }

    @Test(
        "A consent that is pending at launch is announced, also without an observer",
        .timeLimit(.minutes(10))
    )
    func launch() async throws {
        try store.subscriptions.requestPriceIncreaseConsent(of: entry.id)
        let delegate = ConsentDelegate(shows: true)
        queue.delegate = delegate
        await settled()
        #expect(delegate.calls.withLock { $0 } == 1)
    }

    @Test(
        "Without a pending consent, or after the end, there is nothing to show",
        .timeLimit(.minutes(10))
    )
    func nothing() async throws {
        store.subscriptions.priceConsentAnswer = .agree
        queue.showPriceConsentIfNeeded()
        await settled()
        #expect(try store.subscriptions.subscription(of: entry.id)?.priceConsent == nil)
        store.subscriptions.priceConsentAnswer = .later
        try store.subscriptions.requestPriceIncreaseConsent(of: entry.id)
        try store.subscriptions.forceExpiry(ofProduct: "monthly")
        store.subscriptions.priceConsentAnswer = .agree
        queue.showPriceConsentIfNeeded()
        await settled()
        #expect(try store.subscriptions.subscription(of: entry.id)?.priceConsent == .pending)
    }

    /// Waits until what the store did was announced, and what followed from that.
    private func settled() async {
        let local = queue.local
        for _ in 0..<3 {
            await withCheckedContinuation { continuation in
                local.device.afterDelivery(from: store, doing: {}, { continuation.resume() })
            }
        }
    }
}

private final class ConsentDelegate: NSObject, SKPaymentQueueDelegate, Sendable {
    let calls = Locked(0)
    private let shows: Bool

    init(shows: Bool) {
        self.shows = shows
    }

    func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool {
        dispatchPrecondition(condition: .onQueue(.main))
        calls.withLock { $0 += 1 }
        return shows
    }
}
