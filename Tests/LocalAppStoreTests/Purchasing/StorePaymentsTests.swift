import LocalAppStore
import Testing

@Suite("Purchases begun on the App Store")
struct StorePaymentsTests {
    @Test("The app is told once of each purchase that began there")
    func telling() throws {
        let store = try Store.make()
        try store.beginPurchaseOnAppStore(of: "coins")
        try store.beginPurchaseOnAppStore(of: "level")
        #expect(try store.takePurchaseIntents() == ["coins", "level"])
        #expect(try store.takePurchaseIntents().isEmpty)
        #expect(try store.entries().isEmpty)
    }

    @Test("A product that the catalog lacks cannot be begun")
    func unknown() throws {
        let store = try Store.make()
        #expect(throws: Store.Error.unknownProduct(id: "diamonds")) {
            try store.beginPurchaseOnAppStore(of: "diamonds")
        }
    }
}
