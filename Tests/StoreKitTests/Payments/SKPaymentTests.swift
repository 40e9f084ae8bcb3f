import StoreKit
import Testing

@Suite struct SKPaymentTests {
    @Test func `a payment takes the identifier that a double of the product gives`() {
        #expect(SKPayment(product: NamedProduct()).productIdentifier == "named")
        #expect(SKMutablePayment(product: NamedProduct()).productIdentifier == "named")
    }

    @Test func `a new payment is for one unit and nothing else`() {
        let payment = SKPayment()
        #expect(payment.productIdentifier == "")
        #expect(payment.quantity == 1)
        #expect(payment.requestData == nil)
        #expect(payment.applicationUsername == nil)
        #expect(!payment.simulatesAskToBuyInSandbox)
        #expect(payment.paymentDiscount == nil)
    }

    @Test func `a mutable payment keeps what it is given, even a quantity of zero`() {
        let discount = SKPaymentDiscount.make()
        let payment = SKMutablePayment.make(quantity: 0, paymentDiscount: discount)
        #expect(payment.productIdentifier == "gold")
        #expect(payment.quantity == 0)
        #expect(payment.requestData == Data([1]))
        #expect(payment.applicationUsername == "user")
        #expect(payment.simulatesAskToBuyInSandbox)
        #expect(payment.paymentDiscount === discount)
    }

    @Test func `a copy is immutable and keeps every wish`() throws {
        let original = SKMutablePayment.make()
        let copy = try #require(original.copy() as? SKPayment)
        #expect(type(of: copy) == SKPayment.self)
        expectSameWishes(copy, original)
    }

    @Test func `a mutable copy can be changed and leaves the original alone`() throws {
        let original = try #require(SKMutablePayment.make().copy() as? SKPayment)
        let copy = try #require(original.mutableCopy() as? SKMutablePayment)
        expectSameWishes(copy, original)
        copy.quantity = 9
        #expect(original.quantity == 2)
    }

    @Test func `a copy is not changed with its original`() throws {
        let original = SKMutablePayment.make()
        let copy = try #require(original.copy() as? SKPayment)
        original.productIdentifier = "silver"
        #expect(copy.productIdentifier == "gold")
    }

    @Test func `a copy of a double keeps what the double overrides`() throws {
        let copy = try #require(PaymentDouble().copy() as? SKPayment)
        #expect(copy.productIdentifier == "double")
        #expect(PaymentDouble() == copy)
    }

    @Test func `payments that ask for the same are equal and hash alike`() {
        let discount = SKPaymentDiscount.make()
        let one = SKMutablePayment.make(paymentDiscount: discount)
        let other = SKMutablePayment.make(
            paymentDiscount: .make(nonce: discount.nonce)
        )
        #expect(one == other)
        #expect(one.hash == other.hash)
        #expect(!one.isEqual(nil))
        #expect(!one.isEqual("gold"))
    }

    @Test(
        arguments: [
            { $0.productIdentifier = "silver" },
            { $0.quantity = 3 },
            { $0.requestData = nil },
            { $0.applicationUsername = "other" },
            { $0.simulatesAskToBuyInSandbox = false },
            { $0.paymentDiscount = .make() },
        ] as [@Sendable (SKMutablePayment) -> Void]
    )
    func `payments that differ in one wish are not equal`(
        change: @Sendable (SKMutablePayment) -> Void
    ) {
        let changed = SKMutablePayment.make()
        change(changed)
        #expect(changed != SKMutablePayment.make())
    }

    private func expectSameWishes(_ one: SKPayment, _ other: SKPayment) {
        #expect(one.productIdentifier == other.productIdentifier)
        #expect(one.quantity == other.quantity)
        #expect(one.requestData == other.requestData)
        #expect(one.applicationUsername == other.applicationUsername)
        #expect(one.simulatesAskToBuyInSandbox == other.simulatesAskToBuyInSandbox)
        #expect(one.paymentDiscount === other.paymentDiscount)
    }
}

private final class NamedProduct: SKProduct, @unchecked Sendable {
    override var productIdentifier: String { "named" }
}

private final class PaymentDouble: SKPayment {
    override var productIdentifier: String { "double" }
}
