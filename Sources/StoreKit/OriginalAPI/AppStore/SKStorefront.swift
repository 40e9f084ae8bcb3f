public import Foundation

/// The country or region whose App Store the customer uses.
open class SKStorefront: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it. Only the initializers set these, and
    // key-value coding, which must not be used on an object that is shared between threads.
    private var storedCountryCode = ""
    private var storedIdentifier = ""

    /// Makes a storefront whose codes are empty.
    public override init() {
        super.init()
    }

    /// The three-letter code of the country or region, as in ISO 3166-1 alpha-3: "USA".
    open var countryCode: String { storedCountryCode }

    /// Apple's number of the storefront: "143441".
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

extension NSNotification.Name {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The customer's storefront changed.
    ///
    /// The default payment queue posts it to the default center, on the main queue, while it has
    /// observers, right before it calls their `paymentQueueDidChangeStorefront(_:)`. Apple's is
    /// posted for Apple Music.
    public static let SKStorefrontCountryCodeDidChange = NSNotification.Name(
        "SKStorefrontCountryCodeDidChangeNotification"
    )
}
