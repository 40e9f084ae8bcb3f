import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@Suite(
    "Entitlements by the facade",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct EntitlementTests {
    private var session: SKTestSession {
        get throws { try SKTestSession.current }
    }

    @Test("What the customer may use has its dates and its account")
    func entitlements() async throws {
        let account = UUID()
        let product = try #require(try await Product.products(for: [SampleProducts.weekly]).first)
        _ = try await product.purchase(options: [.appAccountToken(account)])
        try session.buyProduct(productIdentifier: SampleProducts.colours)
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        let entitlements = await SwiftyStoreKit.entitlements()
        #expect(entitlements.map(\.productId) == [SampleProducts.colours, SampleProducts.weekly])
        let weekly = try #require(entitlements.last)
        #expect(weekly.purchaseDate == .opening)
        #expect(weekly.subscriptionExpirationDate == Date.opening + 7 * 86_400)
        #expect(weekly.appAccountToken == account)
        #expect(!weekly.isFamilyShared)
        #expect(weekly.transactionId == weekly.originalTransactionId)
        #expect(entitlements.first?.subscriptionExpirationDate == nil)
    }

    @Test("The stream has the present entitlements, and each change of them once")
    func updates() async throws {
        var updates = SwiftyStoreKit.entitlementUpdates().makeAsyncIterator()
        #expect(await updates.next() == [])
        try session.buyProduct(productIdentifier: SampleProducts.colours)
        #expect(await updates.next()?.map(\.productId) == [SampleProducts.colours])
        try session.refundTransaction(identifier: try session.newest().identifier)
        #expect(await updates.next() == [])
        try session.buyProduct(productIdentifier: SampleProducts.weekly)
        #expect(await updates.next()?.map(\.productId) == [SampleProducts.weekly])
        try session.expireSubscription(productIdentifier: SampleProducts.weekly)
        #expect(await updates.next() == [])
    }

    @Test("The status of a group follows its subscription")
    func status() async throws {
        let session = try session
        let group = try #require(
            try await Product.products(for: [SampleProducts.weekly]).first?.subscription
        ).subscriptionGroupID
        #expect(try await SwiftyStoreKit.subscriptionStatus(ofGroup: group) == .notPurchased)
        let bought = try session.bought(SampleProducts.weekly)
        let end = Date.opening + 7 * 86_400
        #expect(
            try await SwiftyStoreKit.subscriptionStatus(ofGroup: group)
                == .purchased(
                    productId: SampleProducts.weekly,
                    expiryDate: end,
                    willAutoRenew: true
                )
        )
        try session.disableAutoRenewForTransaction(identifier: bought.identifier)
        await session.advance(to: end)
        #expect(
            try await SwiftyStoreKit.subscriptionStatus(ofGroup: group)
                == .expired(productId: SampleProducts.weekly, expiryDate: end)
        )
        #expect(await SwiftyStoreKit.entitlements().isEmpty)
    }

    @Test("During a grace period the customer is entitled, in billing retry not")
    func failedRenewal() async throws {
        let session = try session
        let group = try #require(
            try await Product.products(for: [SampleProducts.weekly]).first?.subscription
        ).subscriptionGroupID
        try session.buyProduct(productIdentifier: SampleProducts.weekly)
        session.shouldEnterBillingRetryOnRenewal = true
        session.billingGracePeriodIsEnabled = true
        await session.advance(to: Date.opening + 7 * 86_400)
        let grace = try await SwiftyStoreKit.subscriptionStatus(ofGroup: group)
        guard case .inGracePeriod(_, let end) = grace else {
            Issue.record("\(grace)")
            return
        }
        #expect(grace.isEntitled)
        #expect(await SwiftyStoreKit.entitlements().count == 1)
        await session.advance(to: end)
        let retry = try await SwiftyStoreKit.subscriptionStatus(ofGroup: group)
        #expect(
            retry
                == .inBillingRetry(
                    productId: SampleProducts.weekly,
                    expiryDate: Date.opening + 7 * 86_400
                )
        )
        #expect(!retry.isEntitled)
        #expect(await SwiftyStoreKit.entitlements().isEmpty)
    }

    @Test("Who cancels its reader ends the stream")
    func cancellation() async throws {
        let reader = Task {
            for await _ in SwiftyStoreKit.entitlementUpdates() {}
            return true
        }
        reader.cancel()
        #expect(await reader.value)
    }
}
