import StoreKit
import Testing

@Suite struct SKStorefrontTests {
    @Test func `a storefront shows its two codes`() {
        let storefront = SKStorefront(countryCode: "USA", identifier: "143441")
        #expect(storefront.countryCode == "USA")
        #expect(storefront.identifier == "143441")
    }

    @Test func `a storefront made by init is nowhere`() {
        #expect(SKStorefront().countryCode == "")
        #expect(SKStorefront().identifier == "")
    }

    @Test func `a double answers with what it overrides`() {
        let storefront: SKStorefront = StorefrontDouble(code: "DEU")
        #expect(storefront.countryCode == "DEU")
        #expect(storefront.identifier == "143443")
    }
}

private final class StorefrontDouble: SKStorefront, @unchecked Sendable {
    private let code: String

    init(code: String) {
        self.code = code
        super.init()
    }

    // Doubles written for Apple's platforms often carry this stray initializer.
    @available(*, unavailable)
    required init?(coder: NSCoder) {
        nil
    }

    override var countryCode: String { code }
    override var identifier: String { "143443" }
}
