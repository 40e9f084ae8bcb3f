import StoreKit
import Testing

@Suite("Payments")
struct SKPaymentTests {
    @Test("A payment has the identifier of a product's test double")
    func productDouble() {
        #expect(SKPayment(product: NamedProduct()).productIdentifier == "named")
        #expect(SKMutablePayment(product: NamedProduct()).productIdentifier == "named")
    }

    @Test("A new payment is for one unit and has no other properties")
    func emptyPayment() {
        let payment = SKPayment()
        #expect(payment.productIdentifier == "")
        #expect(payment.quantity == 1)
        #expect(payment.requestData == nil)
        #expect(payment.applicationUsername == nil)
        #expect(!payment.simulatesAskToBuyInSandbox)
        #expect(payment.paymentDiscount == nil)
    }

    @Test("A mutable payment has what was set, even a quantity of zero")
    func mutablePayment() {
        let discount = SKPaymentDiscount.make()
        let payment = SKMutablePayment.make(quantity: 0, paymentDiscount: discount)
        #expect(payment.productIdentifier == "gold")
        #expect(payment.quantity == 0)
        #expect(payment.requestData == Data([1]))
        #expect(payment.applicationUsername == "user")
        #expect(payment.simulatesAskToBuyInSandbox)
        #expect(payment.paymentDiscount === discount)
    }

    @Test("A copy is immutable and has the same properties")
    func copying() throws {
        let original = SKMutablePayment.make()
        let copy = try #require(original.copy() as? SKPayment)
        #expect(type(of: copy) == SKPayment.self)
        expectSameProperties(copy, original)
    }

    @Test("A mutable copy can be changed without changing the original")
    func mutableCopying() throws {
        let original = try #require(SKMutablePayment.make().copy() as? SKPayment)
        let copy = try #require(original.mutableCopy() as? SKMutablePayment)
        expectSameProperties(copy, original)
        copy.quantity = 9
        #expect(original.quantity == 2)
    }

    @Test("A copy is not changed with its original")
    func changingTheOriginal() throws {
        let original = SKMutablePayment.make()
        let copy = try #require(original.copy() as? SKPayment)
        original.productIdentifier = "silver"
        #expect(copy.productIdentifier == "gold")
    }

    @Test("A copy of a test double has what the double overrides")
    func copyOfDouble() throws {
        let copy = try #require(PaymentDouble().copy() as? SKPayment)
        #expect(copy.productIdentifier == "double")
        #expect(PaymentDouble() == copy)
    }

    @Test("Payments with the same properties are equal and have equal hashes")
    func equality() {
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
        "Payments that differ in one property are not equal",
        arguments: [
            { $0.productIdentifier = "silver" },
            { $0.quantity = 3 },
            { $0.requestData = nil },
            { $0.applicationUsername = "other" },
            { $0.simulatesAskToBuyInSandbox = false },
            { $0.paymentDiscount = .make() },
        ] as [@Sendable (SKMutablePayment) -> Void]
    )
    func inequality(
        change: @Sendable (SKMutablePayment) -> Void
    ) {
        let changed = SKMutablePayment.make()
        change(changed)
        #expect(changed != SKMutablePayment.make())
    }

    private func expectSameProperties(_ one: SKPayment, _ other: SKPayment) {
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

@Suite("Signed offers of payments")
struct SKPaymentDiscountTests {
    @Test("A discount has what was signed")
    func signedDiscount() {
        let nonce = UUID()
        let discount = SKPaymentDiscount.make(nonce: nonce)
        #expect(discount.identifier == "offer")
        #expect(discount.keyIdentifier == "KEY1")
        #expect(discount.nonce == nonce)
        #expect(discount.signature == "c2ln")
        #expect(discount.timestamp == 1_700_000_000_000)
    }

    @Test("A test double may call the plain initializer")
    func double() {
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

extension SKMutablePayment {
    static func make(
        productIdentifier: String = "gold",
        quantity: Int = 2,
        requestData: Data? = Data([1]),
        applicationUsername: String? = "user",
        simulatesAskToBuyInSandbox: Bool = true,
        paymentDiscount: SKPaymentDiscount? = nil
    ) -> SKMutablePayment {
        let payment = SKMutablePayment()
        payment.productIdentifier = productIdentifier
        payment.quantity = quantity
        payment.requestData = requestData
        payment.applicationUsername = applicationUsername
        payment.simulatesAskToBuyInSandbox = simulatesAskToBuyInSandbox
        payment.paymentDiscount = paymentDiscount
        return payment
    }
}

extension SKPaymentDiscount {
    static func make(
        identifier: String = "offer",
        keyIdentifier: String = "KEY1",
        nonce: UUID = UUID(),
        signature: String = "c2ln",
        timestamp: NSNumber = 1_700_000_000_000
    ) -> SKPaymentDiscount {
        SKPaymentDiscount(
            identifier: identifier,
            keyIdentifier: keyIdentifier,
            nonce: nonce,
            signature: signature,
            timestamp: timestamp
        )
    }
}
