import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@Suite("States in one line", .timeLimit(.minutes(10)))
struct EnteringStateTests {
    @Test(.store(contentsOf: Plan.file, startingAt: .opening), arguments: States.all)
    func `a session enters every state`(state: States) throws {
        let session = try SKTestSession.current
        try session.enter(state.state)
        let subscription = try #require(session.subscriptions.last)
        #expect(state.holds(subscription), "\(subscription)")
    }

    @Test func `no state is left out`() {
        #expect(States.all.map(\.state) == SKTestSession.SubscriptionState.allCases)
    }

    @Test(
        .store(contentsOf: Plan.file, startingAt: .opening, in: .billingRetry, of: Plan.music)
    )
    func `a test begins in a state that the app has seen`() async throws {
        let session = try SKTestSession.current
        let received = Locked(0)
        SwiftyStoreKit.completeTransactions { purchases in
            received.withLock { $0 += purchases.count }
        }
        await session.deliveries()
        #expect(session.subscriptions.map(\.status) == [.inBillingRetryPeriod])
        #expect(session.subscriptions.map(\.productIdentifier) == [Plan.music])
        #expect(received.withLock { $0 } == 0)
        let identifier = try #require(session.allTransactions().last).identifier
        try session.resolveIssueForTransaction(identifier: identifier)
        await session.deliveries()
        #expect(received.withLock { $0 } == 1)
        #expect(session.subscriptions.first?.status == .subscribed)
    }

    @Test(
        .store(contentsOf: Plan.file, in: .refunded) { session in
            #expect(session.subscriptions.first?.status == .revoked)
        }
    )
    func `a refund of before is no news, and the closure sees the state`() async throws {
        let session = try SKTestSession.current
        let revoked = Locked<Set<String>>([])
        SwiftyStoreKit.onEntitlementRevocation { products in
            revoked.withLock { $0.formUnion(products) }
        }
        SwiftyStoreKit.completeTransactions { _ in }
        await session.deliveries()
        #expect(revoked.withLock { $0 }.isEmpty)
    }

    @Test func `withStore begins in a state`() async throws {
        try withStore(contentsOf: Plan.file, in: .expired) { session in
            #expect(session.subscriptions.map(\.status) == [.expired])
            #expect(session.unfinishedTransactions().isEmpty)
        }
        try await withStore(contentsOf: Plan.file, in: .gracePeriod) { session in
            await session.deliveries()
            #expect(session.subscriptions.map(\.status) == [.inGracePeriod])
        }
    }

    @Test(.store(contentsOf: Plan.file, startingAt: .opening))
    func `the app receives what happens when a session enters a state later`() async throws {
        let session = try SKTestSession.current
        let received = Locked(0)
        SwiftyStoreKit.completeTransactions { purchases in
            received.withLock { $0 += purchases.count }
        }
        try session.enter(.renewed)
        await session.deliveries()
        #expect(received.withLock { $0 } == 2)
    }

    @Test(.store(contentsOf: Plan.file))
    func `a product that is no subscription is refused by name`() throws {
        let session = try SKTestSession.current
        let error = #expect(throws: (any Error).self) {
            try session.enter(.billingRetry, of: "nothing")
        }
        #expect(error?.localizedDescription.contains("nothing") == true)
    }
}

/// A state, and what is true of a subscription in it.
struct States: Sendable, CustomTestStringConvertible {
    typealias Subscription = SKTestSession.Subscription

    let state: SKTestSession.SubscriptionState
    let holds: @Sendable (Subscription) -> Bool

    var testDescription: String { state.rawValue }

    private init(
        _ state: SKTestSession.SubscriptionState,
        _ holds: @escaping @Sendable (Subscription) -> Bool
    ) {
        (self.state, self.holds) = (state, holds)
    }

    static let all = [
        Self(.subscribed) { $0.status == .subscribed && $0.id == $0.transactionIdentifier },
        Self(.renewed) { $0.status == .subscribed && $0.id != $0.transactionIdentifier },
        Self(.resubscribed) { $0.status == .subscribed && $0.id != $0.transactionIdentifier },
        Self(.autoRenewDisabled) { $0.status == .subscribed && !$0.isAutoRenewEnabled },
        Self(.gracePeriod) { $0.status == .inGracePeriod },
        Self(.billingRetry) { $0.status == .inBillingRetryPeriod },
        Self(.gracePeriodExpired) { $0.status == .inBillingRetryPeriod && !$0.isEntitled },
        Self(.billingRecovery) { $0.status == .subscribed && $0.billingIssue == nil },
        Self(.priceIncreasePending) { $0.priceConsent == .pending && $0.status == .subscribed },
        Self(.priceIncreaseAccepted) { $0.priceConsent == .agreed && $0.status == .subscribed },
        Self(.upgraded) { $0.productIdentifier == Plan.gold && $0.status == .subscribed },
        Self(.downgradePending) { $0.productIdentifier == Plan.gold && $0.renewsLower },
        Self(.expired) { $0.expirationReason == .customerCancelled },
        Self(.expiredInBillingRetry) { $0.expirationReason == .billingError },
        Self(.expiredWithoutConsent) { $0.expirationReason == .priceIncreaseNotConsented },
        Self(.refunded) { $0.status == .revoked },
    ]
}

extension SKTestSession.Subscription {
    fileprivate var renewsLower: Bool { renewalProductIdentifier != productIdentifier }
}
