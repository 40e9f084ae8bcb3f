import AppReceipt
import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

@Suite("The environment of a session", .timeLimit(.minutes(10)))
struct EnvironmentTests {
    private var session: SKTestSession {
        get throws { try SKTestSession.current }
    }

    @Test("Every document is Xcode's, and is verified", .store(contentsOf: SampleProducts.file))
    func documents() async throws {
        #expect(try session.environment == .xcode)
        #expect(try await environments() == [.xcode])
    }

    @Test(
        "With the trait, every document is of its environment, and is verified",
        .store(contentsOf: SampleProducts.file),
        .environment(.sandbox)
    )
    func trait() async throws {
        #expect(try session.environment == .sandbox)
        #expect(try await environments() == [.sandbox])
        try session.resetToDefaultState()
        #expect(try session.environment == .sandbox)
    }

    @Test(
        "The trait concerns the sessions that a test makes itself",
        .environment(.production),
        .separateStore
    )
    func separateStore() throws {
        let session = try SKTestSession.make()
        #expect(session.environment == .production)
        try #expect(withStore(contentsOf: SampleProducts.file) { $0.environment } == .production)
    }

    @Test("A purchase is no earlier than its call", .store(contentsOf: SampleProducts.file))
    func purchaseDates() async throws {
        try session.timeRate = .oneRenewalEveryTwoSeconds
        for product in [SampleProducts.hints, SampleProducts.colours, SampleProducts.weekly] {
            let before = Date()
            let transaction = try #require(
                try await Product.buy(product).verification
            ).payloadValue
            #expect((before...Date()).contains(transaction.purchaseDate))
            guard let end = transaction.expirationDate else { continue }
            #expect(end.timeIntervalSince(transaction.purchaseDate) == 2)
        }
    }

    @Test(
        "Dates have the session's milliseconds, and a receipt's are whole seconds",
        .store(contentsOf: SampleProducts.file, startingAt: .opening + 0.789)
    )
    func fractions() async throws {
        let transaction = try #require(
            try await Product.buy(SampleProducts.weekly).verification
        ).payloadValue
        #expect(transaction.purchaseDate == .opening + 0.789)
        #expect(transaction.originalPurchaseDate == .opening + 0.789)
        await (try session).advance(by: 0.1)
        try session.refundTransaction(identifier: UInt(transaction.id))
        let refunded = try #require(await Transaction.latest(for: SampleProducts.weekly))
        let revocationDate = try #require(try refunded.payloadValue.revocationDate)
        #expect(revocationDate.milliseconds == Date.opening.milliseconds + 889)
        let receipt = try #require(try session.store.receipt()).unverifiedContent()
        #expect(receipt.type == .productionSandbox)
        #expect(receipt.inAppPurchases.map(\.purchaseDate) == [.opening])
        #expect(receipt.inAppPurchases.map(\.cancellationDate) == [.opening])
    }

    @Test(
        "The sandbox's dates are whole seconds",
        .environment(.sandbox),
        .store(contentsOf: SampleProducts.file, startingAt: .opening + 0.789)
    )
    func wholeSeconds() async throws {
        let transaction = try #require(
            try await Product.buy(SampleProducts.weekly).verification
        ).payloadValue
        #expect(transaction.purchaseDate == .opening)
        let signedDate = transaction.signedDate.timeIntervalSince(.opening)
        #expect((0.789...0.799).contains(signedDate))
    }

    /// The environments that an app reads after a purchase.
    private func environments() async throws -> Set<AppStore.Environment> {
        try await Product.buy(SampleProducts.weekly)
        let status = try await session.status
        return [
            try status.transaction.payloadValue.environment,
            try status.renewalInfo.payloadValue.environment,
            try await AppTransaction.shared.payloadValue.environment,
        ]
    }
}
