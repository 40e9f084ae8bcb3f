import StoreKit
import Testing

@Suite struct SKPaymentDiscountTests {
    @Test func `a discount shows what was signed`() {
        let nonce = UUID()
        let discount = SKPaymentDiscount.make(nonce: nonce)
        #expect(discount.identifier == "offer")
        #expect(discount.keyIdentifier == "KEY1")
        #expect(discount.nonce == nonce)
        #expect(discount.signature == "c2ln")
        #expect(discount.timestamp == 1_700_000_000_000)
    }

    @Test func `a double may call the plain initializer`() {
        let discount: SKPaymentDiscount = PaymentDiscountDouble(name: "mine")
        #expect(discount.identifier == "mine")
        #expect(discount.keyIdentifier == "")
        #expect(discount.timestamp == 0)
    }
}

private final class PaymentDiscountDouble: SKPaymentDiscount, @unchecked Sendable {
    private let name: String

    init(name: String) {
        self.name = name
        super.init()
    }

    override var identifier: String { name }
}
