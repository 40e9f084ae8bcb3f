import Foundation
import LocalAppStore
import Testing

@Suite("Telling the app of what was taken back")
struct RevokingTests {
    @Test
    func `A refund that comes while the app asks is not passed over`() async throws {
        let products = (0..<300).map { CatalogProduct(id: "level \($0)", kind: .nonConsumable) }
        let store = try Store.make(Catalog(products: products))
        let entries = try products.map { try store.pay($0.id) }
        let refunds = Refunds()
        async let refunding: Void = refunds.make(of: entries, in: store)
        var taken: [String] = []
        while !refunds.areOver {
            taken += try take(from: store)
        }
        try await refunding
        taken += try take(from: store)
        #expect(taken == products.map(\.id))
    }

    private func take(from store: Store) throws -> [String] {
        let revoked = try store.undeliveredRevocations()
        try store.acknowledgeRevocations(revoked.map(\.id))
        return revoked.map(\.productID)
    }

    private final class Refunds: Sendable {
        private let over = Locked(false)

        var areOver: Bool { over.withLock { $0 } }

        func make(of entries: [LedgerEntry], in store: Store) async throws {
            defer { over.withLock { $0 = true } }
            for entry in entries {
                try store.refund(entry.id)
            }
        }
    }
}
