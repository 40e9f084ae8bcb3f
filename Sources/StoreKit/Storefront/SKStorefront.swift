import Foundation

/// The country or region whose App Store the customer uses.
open class SKStorefront: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; only the initializers set these, and
    // key-value coding, which is not for an object that another thread uses.
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

    override func codedProperty(_ key: String) -> CodedProperty? {
        switch key {
        case "countryCode": CodedProperty(self.countryCode, set: { self.storedCountryCode = $0 })
        case "identifier": CodedProperty(self.identifier, set: { self.storedIdentifier = $0 })
        default: nil
        }
    }
}
