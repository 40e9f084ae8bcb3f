public import Foundation

/// The App Store's information about a product.
///
/// Products are the result of a ``SKProductsRequest``. One made with ``init()`` is empty: it exists
/// for test doubles, which override the properties they need.
open class SKProduct: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it. Only initializers and key-value coding set
    // the properties, and that must not be used on an object that is shared between threads.
    // With a setter, no test double could override these with a narrower type.
    private var storedPrice = NSDecimalNumber.zero
    private var storedSubscriptionGroupIdentifier: String?
    private var storedSubscriptionPeriod: SKProductSubscriptionPeriod?
    private var storedIntroductoryPrice: SKProductDiscount?

    /// Makes an empty product with a price of zero.
    public override init() {
        super.init()
    }

    /// The product's identifier in the App Store.
    open private(set) var productIdentifier = ""

    /// The product's name in the language of the storefront.
    open private(set) var localizedTitle = ""

    /// The product's description in the language of the storefront.
    open private(set) var localizedDescription = ""

    /// The price of one unit, in the currency of ``priceLocale``.
    open var price: NSDecimalNumber { storedPrice }

    /// The locale with the currency and the format of ``price``.
    open private(set) var priceLocale = Locale.current

    /// Whether the customer can share the product with their family.
    open private(set) var isFamilyShareable = false

    /// The identifier of the subscription group; nil for a product that isn't an auto-renewable
    /// subscription.
    open var subscriptionGroupIdentifier: String? { storedSubscriptionGroupIdentifier }

    /// The length of one period of the subscription; nil for a product that isn't a subscription.
    open var subscriptionPeriod: SKProductSubscriptionPeriod? { storedSubscriptionPeriod }

    /// The introductory price for new subscribers; nil without one.
    ///
    /// Whether this customer is eligible for it is not part of the product.
    open var introductoryPrice: SKProductDiscount? { storedIntroductoryPrice }

    /// The promotional offers for current and former subscribers.
    open private(set) var discounts: [SKProductDiscount] = []

    /// Whether the App Store hosts files to download after a purchase.
    open private(set) var isDownloadable = false

    /// The older name of ``isDownloadable`` on macOS.
    open var downloadable: Bool { isDownloadable }

    /// The size in bytes of each hosted file.
    open private(set) var downloadContentLengths: [NSNumber] = []

    /// The older name of ``downloadContentLengths`` on macOS.
    open var contentLengths: [NSNumber] { downloadContentLengths }

    /// The older name of ``downloadContentVersion`` on macOS.
    open var contentVersion: String { downloadContentVersion }

    /// The version of the hosted files, empty without any.
    open private(set) var downloadContentVersion = ""

    package convenience init(
        productIdentifier: String,
        localizedTitle: String,
        localizedDescription: String,
        price: NSDecimalNumber,
        priceLocale: Locale,
        isFamilyShareable: Bool = false,
        subscriptionGroupIdentifier: String? = nil,
        subscriptionPeriod: SKProductSubscriptionPeriod? = nil,
        introductoryPrice: SKProductDiscount? = nil,
        discounts: [SKProductDiscount] = [],
        downloadContentLengths: [NSNumber] = [],
        downloadContentVersion: String = ""
    ) {
        self.init()
        self.productIdentifier = productIdentifier
        self.localizedTitle = localizedTitle
        self.localizedDescription = localizedDescription
        storedPrice = price
        self.priceLocale = priceLocale
        self.isFamilyShareable = isFamilyShareable
        storedSubscriptionGroupIdentifier = subscriptionGroupIdentifier
        storedSubscriptionPeriod = subscriptionPeriod
        storedIntroductoryPrice = introductoryPrice
        self.discounts = discounts
        isDownloadable = !downloadContentLengths.isEmpty
        self.downloadContentLengths = downloadContentLengths
        self.downloadContentVersion = downloadContentVersion
    }

    override class var codedProperties: [String: CodedProperty] {
        [
            "productIdentifier": .init(\SKProduct.productIdentifier),
            "localizedTitle": .init(\SKProduct.localizedTitle),
            "localizedDescription": .init(\SKProduct.localizedDescription),
            "price": .init(\SKProduct.price, in: \.storedPrice),
            "priceLocale": .init(\SKProduct.priceLocale),
            "isFamilyShareable": .init(\SKProduct.isFamilyShareable),
            "familyShareable": .init(\SKProduct.isFamilyShareable),
            "subscriptionGroupIdentifier": .init(
                \SKProduct.subscriptionGroupIdentifier,
                in: \.storedSubscriptionGroupIdentifier
            ),
            "subscriptionPeriod": .init(
                \SKProduct.subscriptionPeriod,
                in: \.storedSubscriptionPeriod
            ),
            "introductoryPrice": .init(\SKProduct.introductoryPrice, in: \.storedIntroductoryPrice),
            "discounts": .init(\SKProduct.discounts),
            "isDownloadable": .init(\SKProduct.isDownloadable),
            "downloadable": .init(\SKProduct.isDownloadable),
            "downloadContentLengths": .init(\SKProduct.downloadContentLengths),
            "contentLengths": .init(\SKProduct.downloadContentLengths),
            "downloadContentVersion": .init(\SKProduct.downloadContentVersion),
            "contentVersion": .init(\SKProduct.downloadContentVersion),
        ]
    }

    /// The units of a subscription period.
    @nonexhaustive
    public enum PeriodUnit: UInt, Sendable, CodedValue {
        /// A calendar day.
        case day = 0

        /// Seven days.
        case week = 1

        /// A calendar month.
        case month = 2

        /// A calendar year.
        case year = 3
    }
}

/// A number of days, weeks, months or years.
open class SKProductSubscriptionPeriod: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it. Only initializers and key-value coding set
    // the properties, and that must not be used on an object that is shared between threads.

    /// Makes a period of zero days.
    public override init() {
        super.init()
    }

    /// The number of ``unit``s in the period.
    open private(set) var numberOfUnits = 0

    /// The unit of the period.
    open private(set) var unit = SKProduct.PeriodUnit.day

    package convenience init(numberOfUnits: Int, unit: SKProduct.PeriodUnit) {
        self.init()
        self.numberOfUnits = numberOfUnits
        self.unit = unit
    }

    override class var codedProperties: [String: CodedProperty] {
        [
            "numberOfUnits": .init(\SKProductSubscriptionPeriod.numberOfUnits),
            "unit": .init(\SKProductSubscriptionPeriod.unit),
        ]
    }
}
