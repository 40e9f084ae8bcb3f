import StoreKit
import Testing

@Suite("Storefronts")
struct SKStorefrontTests {
    @Test("A storefront has its two codes")
    func codes() {
        let storefront = SKStorefront(countryCode: "USA", identifier: "143441")
        #expect(storefront.countryCode == "USA")
        #expect(storefront.identifier == "143441")
    }

    @Test("A storefront made by init has empty codes")
    func emptyStorefront() {
        #expect(SKStorefront().countryCode == "")
        #expect(SKStorefront().identifier == "")
    }

    @Test("A test double returns what it overrides")
    func double() {
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
