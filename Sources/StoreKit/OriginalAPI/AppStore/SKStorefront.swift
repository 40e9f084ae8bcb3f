public import Foundation

/// The country or region whose App Store the customer uses.
open class SKStorefront: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it. Only initializers and key-value coding set
    // the properties, and that must not be used on an object that is shared between threads.

    /// Makes a storefront whose codes are empty.
    public override init() {
        super.init()
    }

    /// The three-letter code of the country or region, as in ISO 3166-1 alpha-3: "USA".
    open private(set) var countryCode = ""

    /// Apple's number of the storefront: "143441".
    open private(set) var identifier = ""

    package convenience init(countryCode: String, identifier: String) {
        self.init()
        self.countryCode = countryCode
        self.identifier = identifier
    }

    override class var codedProperties: [String: CodedProperty] {
        [
            "countryCode": .init(\SKStorefront.countryCode),
            "identifier": .init(\SKStorefront.identifier),
        ]
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
