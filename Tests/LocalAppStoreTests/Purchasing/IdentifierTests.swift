import Foundation
import LocalAppStore
import Testing

/// To `String`, "é" in one scalar equals "é" in two; to SQLite these are different.
@Suite("Identifiers, byte by byte")
struct IdentifierTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    @Test("An identifier with different bytes is that of another product")
    func products() throws {
        let catalog = Catalog(products: [CatalogProduct(id: Self.composed, kind: .nonConsumable)])
        #expect(catalog.product(withIdentifier: Self.composed) != nil)
        #expect(catalog.product(withIdentifier: Self.decomposed) == nil)
        let store = try Store.make(catalog)
        #expect(try store.pay(Self.decomposed).failure?.code == .paymentInvalid)
        #expect(throws: StoreError.self) { try store.beginPurchaseOnAppStore(of: Self.decomposed) }
    }

    @Test("Two products whose identifiers differ only in bytes are sold and owned separately")
    func twins() throws {
        let catalog = Catalog(
            products: [Self.composed, Self.decomposed].map {
                CatalogProduct(id: $0, kind: .nonConsumable, price: 2)
            }
        )
        let store = try Store.make(catalog)
        let first = try store.pay(Self.composed)
        let second = try store.pay(Self.decomposed)
        #expect(second.amountCharged == 2)
        #expect(second.originalID == second.id)
        #expect(try store.pay(Self.decomposed).originalID == second.id)
        #expect(try store.pay(Self.composed).originalID == first.id)
        let names = try store.productsInReceipt.map { Array($0.utf8) }
        #expect(Set(names) == [Array(Self.composed.utf8), Array(Self.decomposed.utf8)])
    }

    @Test("Groups and offers are distinguished by bytes, too")
    func subscriptions() throws {
        let products = [("a", Self.composed), ("b", Self.decomposed), ("c", Self.composed)].map {
            CatalogProduct.make($0, group: $1, level: 1, price: 5)
        }
        var first = products[0]
        first.subscription?.promotionalOffers[0].id = Self.composed
        let store = try Store.make(Catalog(products: [first] + products.dropFirst()))
        let entry = try store.pay("a")
        #expect(try store.pay("b").originalID != entry.id)
        #expect(try store.entry(entry.id)?.isUpgraded == false)
        #expect(try store.pay("c").originalID == entry.id)
        let request = PaymentRequest(productID: "a", discount: .make(Self.decomposed))
        #expect(try store.pay(request).failure?.code == .invalidOfferIdentifier)
    }

    @Test("A catalog file may contain both")
    func file() throws {
        let text = """
            {"products":[\
            {"productID":"\(Self.composed)","type":"Consumable","displayPrice":"1"},\
            {"productID":"\(Self.decomposed)","type":"Consumable","displayPrice":"2"}]}
            """
        let catalog = try Catalog(data: Data(text.utf8), fileName: "Cafe.storekit")
        #expect(catalog.product(withIdentifier: Self.decomposed)?.price == 2)
    }

    @Test("A shared secret is compared byte by byte")
    func secret() throws {
        let store = try Store.make()
        try store.pay("level")
        try store.updateReceiptSettings { $0.sharedSecret = Self.composed }
        #expect(try store.verifyOwnReceipt(["password": Self.decomposed]).status == 21004)
        #expect(try store.verifyOwnReceipt(["password": Self.composed]).status == 0)
    }

    @Test("A text with a NUL, at which SQLite would truncate it, is refused and charges nothing")
    func nul() throws {
        let id = "level\u{0}two"
        let catalog = Catalog(
            products: Catalog.shop().products + [
                CatalogProduct(id: id, kind: .nonConsumable),
                .make("odd", group: "magazine\u{0}", level: 1, price: 1),
            ]
        )
        let store = try Store.make(catalog)
        try store.pay("level", user: "ann")
        let before = try store.entries()
        let refused: [(String, () throws -> Void)] = [
            (id, { try store.pay(id) }),
            ("level\u{0}", { try store.pay("level\u{0}") }),
            ("ann\u{0}e", { try store.pay("coins", user: "ann\u{0}e") }),
            ("magazine\u{0}", { try store.pay("odd") }),
            (id, { try store.beginPurchaseOnAppStore(of: id) }),
            ("ann\u{0}", { try store.restore(applicationUsername: "ann\u{0}") }),
        ]
        for (text, step) in refused {
            #expect(throws: StoreError.unsuitableText(text)) { try step() }
        }
        #expect(try store.entries() == before)
        #expect(try store.takePurchaseIntents() == [])
    }
}
