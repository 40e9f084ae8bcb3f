public import Foundation

/// The country or region whose App Store the customer uses.
open class SKStorefront: NSObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; only the initializers set these.
    private var storedCountryCode = ""
    private var storedIdentifier = ""

    /// Makes a storefront of nowhere: both codes are empty.
    public override init() {
        super.init()
    }

    /// The three-letter code of the country or region, as in ISO 3166-1 alpha-3: "USA".
    open var countryCode: String { storedCountryCode }

    /// Apple's own number of the storefront: "143441".
    open var identifier: String { storedIdentifier }

    package convenience init(countryCode: String, identifier: String) {
        self.init()
        storedCountryCode = countryCode
        storedIdentifier = identifier
    }
}
