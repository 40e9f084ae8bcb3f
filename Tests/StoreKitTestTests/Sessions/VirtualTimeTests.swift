import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import TestSupport
import Testing

@Suite("Virtual time", .timeLimit(.minutes(10)))
struct VirtualTimeTests {
    @Test(
        "A year of renewals is delivered before the call returns",
        .store(contentsOf: SampleProducts.file, startingAt: .opening)
    )
    func year() async throws {
        let session = try SKTestSession.current
        let delivered = Locked<[String]>([])
        SwiftyStoreKit.completeTransactions { purchases in
            delivered.withLock { $0 += purchases.map(\.productId) }
        }
        _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.monthly)
        let end = try #require(session.allTransactions().last?.expirationDate)
        await session.advance(to: end)
        #expect(delivered.withLock { $0 } == [SampleProducts.monthly])
        await session.advance(by: 365 * 86_400)
        #expect(delivered.withLock { $0.count } == 13)
        #expect(session.allTransactions().map(\.purchaseDate).dropFirst().first == end)
    }

    @Test(
        "Time stands still between the calls, and stops at each renewal",
        .store(contentsOf: SampleProducts.file, startingAt: .opening)
    )
    func renewals() async throws {
        let session = try SKTestSession.current
        #expect(session.currentDate == .opening)
        try session.buyProduct(productIdentifier: SampleProducts.weekly)
        let trialEnd = try #require(session.allTransactions().last?.expirationDate)
        try await session.advance(pastRenewals: 1, of: SampleProducts.weekly)
        #expect(session.currentDate == trialEnd)
        try await session.advance(pastRenewals: 3, of: SampleProducts.weekly)
        #expect(session.allTransactions().count == 5)
        #expect(session.currentDate == session.allTransactions().last?.purchaseDate)
        await session.advance(by: -5)
        await session.advance(to: .opening)
        #expect(session.currentDate == session.allTransactions().last?.purchaseDate)
    }

    @Test(
        "There is no renewal of a product that nobody subscribes to",
        .store(contentsOf: SampleProducts.file, startingAt: .opening)
    )
    func noSubscription() async throws {
        let session = try SKTestSession.current
        await #expect(throws: StoreError.noSubscription(productID: SampleProducts.weekly)) {
            try await session.advance(pastRenewals: 1, of: SampleProducts.weekly)
        }
    }

    @Test(
        "A session with the system's clock goes on from where it was advanced to",
        .store(contentsOf: SampleProducts.file)
    )
    func systemClock() async throws {
        let session = try SKTestSession.current
        let before = session.currentDate
        try session.buyProduct(productIdentifier: SampleProducts.monthly)
        await session.advance(by: 40 * 86_400)
        #expect(session.currentDate >= before + 40 * 86_400)
        #expect(session.allTransactions().count == 2)
    }

    @Test("Many tests live a year side by side")
    func sideBySide() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<TestVolume.count(20, all: 100) {
                group.addTask {
                    try await StoreScope.runTest({ try SKTestSession.make() }) { session in
                        SwiftyStoreKit.completeTransactions { _ in }
                        _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.monthly)
                        await session.advance(by: 366 * 86_400)
                        return session.allTransactions().count
                    }
                }
            }
            for try await count in group { #expect(count == 13) }
        }
    }
}
