import Dispatch
import Foundation
import LocalAppStore
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@testable import StoreKit

@Suite(
    "Waiting for what a test caused",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct DeliveryTests {
    let session: SKTestSession

    init() throws {
        session = try .current
    }

    @Test func `a purchase outside the app was delivered and finished`() async throws {
        let received = Locked<[String]>([])
        SwiftyStoreKit.completeTransactions { purchases in
            received.withLock { $0 += purchases.map(\.productId) }
        }
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        await session.deliveries()
        #expect(received.withLock { $0 } == [SampleProducts.hints])
        #expect(session.unfinishedTransactions().isEmpty)
        #expect(SKPaymentQueue.default().transactions.isEmpty)
    }

    @Test func `a call of the app has ended, with its request for the product`() async throws {
        let results = Locked<[String]>([])
        SwiftyStoreKit.purchaseProduct(SampleProducts.hints) { result in
            guard case .success(let purchase) = result else { return }
            results.withLock { $0.append(purchase.productId) }
        }
        await session.deliveries()
        #expect(results.withLock { $0 } == [SampleProducts.hints])
        #expect(session.unfinishedTransactions().isEmpty)
    }

    @Test func `what a handler does in turn is waited for`() async throws {
        let count = Locked(0)
        SwiftyStoreKit.completeTransactions { _ in
            SwiftyStoreKit.purchaseProduct(SampleProducts.colours) { _ in
                SwiftyStoreKit.fetchReceipt(forceRefresh: true) { _ in
                    count.withLock { $0 += 1 }
                }
            }
        }
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        await session.deliveries()
        #expect(count.withLock { $0 } == 1)
        #expect(session.allTransactions().count == 2)
    }

    @Test func `reading the receipt is waited for`() async throws {
        let isBlocked = DispatchSemaphore(value: 0)
        ReceiptCoordinator.runInBackground { isBlocked.wait() }
        let count = Locked(0)
        SwiftyStoreKit.fetchReceipt(forceRefresh: false) { _ in count.withLock { $0 += 1 } }
        let activity = SKPaymentQueue.default().local.device.activity
        #expect(!activity.isQuiet(since: activity.eventCount))
        isBlocked.signal()
        await session.deliveries()
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `what a fault plan delays is not waited for`() async throws {
        session.faultPlan = try FaultPlan(
            seed: 1,
            rules: [.at(.productRequest, .slow(seconds: 5)), .at(.payment, .slow(seconds: 5))]
        )
        let results = Locked(0)
        SwiftyStoreKit.purchaseProduct(SampleProducts.hints) { _ in
            results.withLock { $0 += 1 }
        }
        await session.deliveries()
        #expect(results.withLock { $0 } == 0)
        await session.advance(by: 5)
        await session.deliveries()
        #expect(results.withLock { $0 } == 0)
        await session.advance(by: 5)
        await session.deliveries()
        #expect(results.withLock { $0 } == 1)
    }

    @Test func `transactions that the app keeps are unfinished, and deferred ones are not`()
        async throws
    {
        session.askToBuyEnabled = true
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        session.askToBuyEnabled = false
        let kept = try session.bought(SampleProducts.colours)
        SwiftyStoreKit.completeTransactions(atomically: false) { _ in }
        await session.deliveries()
        #expect(session.unfinishedTransactions().map(\.identifier) == [kept.identifier])
    }

    @Test func `a closed session has nothing to wait for`() async {
        session.close()
        await session.deliveries()
        #expect(session.unfinishedTransactions().isEmpty)
    }
}

@Suite("Leaving nothing unfinished", .timeLimit(.minutes(10)))
struct UnfinishedTraitTests {
    /// The comments of the issues that a test with the trait records.
    private func comments(
        of body: @escaping @Sendable (SKTestSession) async throws -> Void
    ) async throws -> [String] {
        let recorded = Locked<[String]>([])
        let test = try #require(Test.current)
        let filter = IssueHandlingTrait.filterIssues { issue in
            recorded.withLock { $0 += issue.comments.map(\.rawValue) }
            return false
        }
        let trait: _UnfinishedTrait = .nothingUnfinished
        try await filter.provideScope(for: test, testCase: nil) {
            try await withStore(contentsOf: SampleProducts.file) { session in
                try await trait.provideScope(for: test, testCase: nil) { try await body(session) }
            }
        }
        return recorded.withLock { $0 }
    }

    @Test func `a test that leaves a transaction fails, and names it`() async throws {
        let comments = try await comments { session in
            SwiftyStoreKit.completeTransactions(atomically: false) { _ in }
            try session.buyProduct(productIdentifier: SampleProducts.hints)
        }
        #expect(comments.count == 1)
        #expect(comments.first?.contains("1 \(SampleProducts.hints), purchased") == true)
    }

    @Test func `a test whose app finishes everything passes`() async throws {
        let comments = try await comments { session in
            SwiftyStoreKit.completeTransactions { _ in }
            try session.buyProduct(productIdentifier: SampleProducts.hints)
            try session.enter(.billingRecovery)
        }
        #expect(comments == [])
    }

    @Test func `a transaction of a former customer counts`() async throws {
        let comments = try await comments { session in
            try session.buyProduct(productIdentifier: SampleProducts.hints)
            try session.signIn(as: "ben")
        }
        #expect(comments.count == 1)
    }

    @Test(.store(contentsOf: SampleProducts.file), .nothingUnfinished)
    func `it is written after the store`() async throws {
        _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.hints)
    }
}
