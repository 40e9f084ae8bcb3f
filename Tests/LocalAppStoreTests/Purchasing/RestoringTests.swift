import Foundation
import LocalAppStore
import Testing

@Suite("Restoring")
struct RestoringTests {
    let store: Store

    init() throws {
        store = try .make()
    }

    @Test("Non-consumables and subscriptions come back, expired ones too; the rest does not")
    func whatComesBack() throws {
        for product in ["coins", "level", "pass", "yearly", "diamonds"] {
            try store.finish([store.pay(product).id])
        }
        store.clock.advance(by: .days(1000))
        let restored = try store.restore()
        #expect(restored.map(\.productID) == ["level", "yearly"])
        #expect(restored.map(\.state) == [.restored, .restored])
        #expect(restored.map(\.amountCharged) == [0, 0])
        #expect(restored.map(\.purchaseDate) == [store.clock.now, store.clock.now])
        #expect(restored.map(\.originalPurchaseDate) == [.start, .start])
        #expect(restored[1].expirationDate == Date(timeIntervalSince1970: 1_740_830_400))
        #expect(try store.unfinishedEntries() == restored)
    }

    @Test("A product that was delivered several times is restored once")
    func once() throws {
        let first = try store.pay("level")
        try store.pay("level")
        #expect(try store.restore().map(\.originalID) == [first.id])
    }

    @Test("What was refunded does not come back")
    func refunded() throws {
        try store.refund(store.pay("level").id)
        #expect(try store.restore().isEmpty)
    }

    @Test("A user name restores what was bought under it")
    func byUser() throws {
        try store.pay("level", user: "ann")
        try store.pay("yearly", user: "bob")
        #expect(try store.restore(applicationUsername: "ann").map(\.productID) == ["level"])
        #expect(try store.restore().map(\.productID) == ["level", "yearly"])
    }

    @Test("An unfinished copy is delivered again; a finished one leaves the ledger")
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
