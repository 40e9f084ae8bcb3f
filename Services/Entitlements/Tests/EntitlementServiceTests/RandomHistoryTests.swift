import AppReceipt
import EntitlementModel
import Foundation
import LocalAppStore
import TestCluster
import Testing

@testable import EntitlementService

/// Histories of a local store, received in any order.
@Suite struct RandomHistoryTests {
    /// As many histories as fit into the time of a test, or `RANDOM_HISTORIES`.
    private static let seeds = Array(
        1...(ProcessInfo.processInfo.environment["RANDOM_HISTORIES"].flatMap(Int.init) ?? 6)
    )

    @Test(arguments: seeds)
    func `any order of a history comes to the same, which is what the store says`(
        seed: Int
    ) async throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let shop = try await LocalShop()
        let documents = try await RandomHistory.live(
            in: shop,
            withSeats: true,
            using: &generator
        )
        let first = try await state(of: documents, shop)
        try await compare(first.service, with: shop)
        for _ in 0..<3 {
            let repeated = documents.filter { _ in Bool.random(using: &generator) }
            let shuffled = (documents + repeated).shuffled(using: &generator)
            let other = try await state(of: shuffled, shop)
            #expect(other.rows == first.rows, "seed \(seed)")
        }
        await shop.stop()
    }

    private func state(
        of documents: [SignedDocument],
        _ shop: LocalShop
    ) async throws -> (service: TestService, rows: [String]) {
        let service = try await TestService(roots: try shop.roots, at: shop.store.clock.now)
        for document in documents { try await service.receive(document) }
        return (service, try await service.state())
    }

    /// Compares the service's entitlements with the store's.
    private func compare(_ service: TestService, with shop: LocalShop) async throws {
        var expected: Set<String> = []
        for customer in try shop.store.customers.all() {
            let store = try shop.store.customers.acting(for: customer.id)
            for subscription in try store.subscriptions.all()
            where subscription.isEntitled(at: store.clock.now) {
                let original = try store.entry(subscription.entryID)?.originalID ?? 0
                expected.insert("\(original) \(subscription.productID)")
            }
            // A family-shared purchase has separate transactions of the member.
            let shared = try store.entries()
                .filter { $0.sharedEntryID != nil && $0.kind == .autoRenewableSubscription }
            for periods in Dictionary(grouping: shared, by: \.originalID).values {
                guard let last = periods.max(by: { $0.purchaseDate < $1.purchaseDate }),
                    last.revocationDate == nil, let end = last.expirationDate,
                    end > store.clock.now
                else { continue }
                expected.insert("\(last.originalID) \(last.productID)")
            }
            for entry in try store.entries()
            where entry.state == .purchased && entry.revocationDate == nil
                && [.nonConsumable, .nonRenewingSubscription].contains(entry.kind)
            {
                expected.insert("\(entry.originalID) \(entry.productID)")
            }
        }
        var granted: Set<String> = []
        let purchases = try await service.rows("TABLE entitlements_state.purchase")
        for original in Set(purchases.map(Self.id)) {
            let id = CustomerID.originalTransaction(original)
            for entitlement in try await service.entitlements(of: id) where entitlement.isGranted {
                granted.insert(
                    "\(entitlement.originalTransactionIdentifier ?? "") "
                        + (entitlement.productIdentifier ?? "")
                )
            }
        }
        #expect(granted.subtracting(expected).sorted() == [])
        #expect(expected.subtracting(granted).sorted() == [])
    }

    /// The original transaction in a row of the table of purchases.
    private static func id(_ row: String) -> String {
        String(row.split(separator: ",")[2])
    }
}
