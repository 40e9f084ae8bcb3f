import Foundation
import LocalAppStore
import Testing

@Suite("Restoring")
struct RestoringTests {
    let store: Store

    init() throws {
        store = try .make()
    }

    @Test("Non-consumables and subscriptions are restored, including expired ones; others are not")
    func restorable() throws {
        for product in ["coins", "level", "pass", "yearly", "diamonds"] {
            try store.finish([store.pay(product).id])
        }
        try store.subscriptions.forceExpiry(ofProduct: "yearly")
        store.clock.advance(by: .days(1000))
        let restored = try store.restore()
        #expect(restored.map(\.productID) == ["level", "yearly"])
        #expect(restored.map(\.state) == [.restored, .restored])
        #expect(restored.map(\.amountCharged) == [0, 0])
        #expect(restored.map(\.price) == [0, 0])
        #expect(restored.map(\.purchaseDate) == [store.clock.now, store.clock.now])
        #expect(restored.map(\.originalPurchaseDate) == [.start, .start])
        #expect(restored[1].expirationDate == .start)
        #expect(try store.unfinishedEntries() == restored)
    }

    @Test("A product that was delivered several times is restored once")
    func once() throws {
        let first = try store.pay("level")
        try store.pay("level")
        #expect(try store.restore().map(\.originalID) == [first.id])
    }

    @Test("A refunded purchase is not restored")
    func refunded() throws {
        try store.refunds.refund(store.pay("level").id)
        #expect(try store.restore().isEmpty)
    }

    @Test("A user name restores the purchases with that name")
    func byUser() throws {
        try store.pay("level", user: "ann")
        try store.pay("yearly", user: "bob")
        #expect(try store.restore(applicationUsername: "ann").map(\.productID) == ["level"])
        #expect(try store.restore().map(\.productID) == ["level", "yearly"])
    }

    @Test("An unfinished copy is delivered again; a finished one is removed from the ledger")
    func copies() throws {
        try store.finish([store.pay("level").id])
        let copy = try store.restore()
        #expect(try store.restore() == copy)
        try store.finish(copy.map(\.id))
        #expect(try store.entries().count == 1)
        let next = try store.restore()
        #expect(next.count == 1)
        #expect(next[0].id != copy[0].id)
    }
}

@Suite("Revocations")
struct RevokingTests {
    @Test("A refund during the delivery of others is not missed")
    func racing() async throws {
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
                try store.refunds.refund(entry.id)
            }
        }
    }
}
