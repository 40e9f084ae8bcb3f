import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

@Suite(
    "Family Sharing in StoreKit 2",
    .store(contentsOf: SampleProducts.file, startingAt: .opening),
    .timeLimit(.minutes(10))
)
struct FamilyTransactionTests {
    @Test("What a family shares entitles beside a purchase of one's own, and has no price")
    func ownAndShared() async throws {
        let session = try SKTestSession.current
        try await session.withCustomer("ben") { ben in
            let products = try await Product.products(for: [SampleProducts.colours])
            _ = try await products.first?.purchase()
            var updates = Transaction.updates.makeAsyncIterator()
            try ben.joinFamily(organizedBy: "customer")
            try session.buyProduct(productIdentifier: SampleProducts.colours)
            let shared = try #require(await updates.next()).payloadValue
            #expect(shared.ownershipType == .familyShared)
            #expect(shared.price == nil)
            let entitlements = await Transaction.currentEntitlements(for: SampleProducts.colours)
                .reduce(into: []) { $0.append($1.unsafePayloadValue) }
            #expect(entitlements.map(\.ownershipType) == [.familyShared, .purchased])
            #expect(entitlements.last?.price != nil)
        }
    }

    @Test("When the family ends, the transaction arrives as revoked and no longer entitles")
    func end() async throws {
        let session = try SKTestSession.current
        try session.buyProduct(productIdentifier: SampleProducts.colours)
        try await session.withCustomer("ben") { ben in
            try ben.joinFamily(organizedBy: "customer")
            let latest = await Transaction.latest(for: SampleProducts.colours)
            let shared = try #require(latest).payloadValue
            let updates = Transaction.updates
            try ben.leaveFamily()
            let update = await updates.first { $0.unsafePayloadValue.revocationDate != nil }
            let revoked = try #require(update).payloadValue
            #expect(revoked.id == shared.id)
            #expect(revoked.revocationType == .familyRevocation)
            #expect(await Transaction.currentEntitlements.first { _ in true } == nil)
        }
    }
}
