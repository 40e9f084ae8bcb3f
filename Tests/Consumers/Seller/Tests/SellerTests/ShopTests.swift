import Seller
import StoreKitTest
import StoreTesting
import Testing

@Test("A shop has the unlocked products only")
@MainActor
func unlocking() {
    let shop = Shop()
    #expect(shop.unlocked.isEmpty)
    shop.unlock("com.example.lamp")
    #expect(shop.unlocked == ["com.example.lamp"])
}
