import Testing

@testable import LocalAppStore

@Suite("A purchase for a customer")
struct CustomerPurchaseTests {
    @Test("It has a quantity and an account")
    func terms() throws {
        let store = try Store.make()
        var purchase = CustomerPurchase(productID: "coins")
        purchase.quantity = 3
        purchase.applicationUsername = "account"
        let entry = try store.buy(purchase)
        #expect(entry.quantity == 3)
        #expect(entry.applicationUsername == "account")
    }

    @Test("A refused one throws")
    func refused() throws {
        let store = try Store.make()
        #expect(throws: StoreError.unknownProduct(id: "x")) {
            try store.buy(CustomerPurchase(productID: "x"))
        }
        var purchase = CustomerPurchase(productID: "monthly")
        purchase.offer = .promotional(id: "x")
        #expect(throws: StoreError.self) { try store.buy(purchase) }
        purchase.offer = .code(referenceName: "x")
        #expect(throws: StoreError.self) { try store.buy(purchase) }
        purchase.offer = .winBack(id: "x")
        #expect(throws: StoreError.self) { try store.buy(purchase) }
        #expect(try store.entries().allSatisfy { $0.state == .failed })
    }
}
