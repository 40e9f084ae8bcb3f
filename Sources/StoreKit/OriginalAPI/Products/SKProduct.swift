public import Foundation

/// The App Store's information about a product.
///
/// Products are the result of a ``SKProductsRequest``. One made with ``init()`` is empty: it exists
/// for test doubles, which override the properties they need.
open class SKProduct: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it. Only the initializers set `content`, and
    // key-value coding, which must not be used on an object that is shared between threads.
    private var content = Content()

    /// Makes an empty product with a price of zero.
    public override init() {
        super.init()
    }

    /// The product's identifier in the App Store.
    open var productIdentifier: String { content.productIdentifier }

    /// The product's name in the language of the storefront.
    open var localizedTitle: String { content.localizedTitle }

    /// The product's description in the language of the storefront.
    open var localizedDescription: String { content.localizedDescription }

    /// The price of one unit, in the currency of ``priceLocale``.
    open var price: NSDecimalNumber { content.price }

    /// The locale with the currency and the format of ``price``.
    open var priceLocale: Locale { content.priceLocale }

    /// Whether the customer can share the product with their family.
    open var isFamilyShareable: Bool { content.isFamilyShareable }

    /// The identifier of the subscription group; nil for a product that isn't an auto-renewable
    /// subscription.
    open var subscriptionGroupIdentifier: String? { content.subscriptionGroupIdentifier }

    /// The length of one period of the subscription; nil for a product that isn't a subscription.
    open var subscriptionPeriod: SKProductSubscriptionPeriod? { content.subscriptionPeriod }

    /// The introductory price for new subscribers; nil without one.
    ///
    /// Whether this customer is eligible for it is not part of the product.
    open var introductoryPrice: SKProductDiscount? { content.introductoryPrice }

    /// The promotional offers for current and former subscribers.
    open var discounts: [SKProductDiscount] { content.discounts }

    /// Whether the App Store hosts files to download after a purchase.
    open var isDownloadable: Bool { content.isDownloadable }

    /// The older name of ``isDownloadable`` on macOS.
    open var downloadable: Bool { isDownloadable }

    /// The size in bytes of each hosted file.
    open var downloadContentLengths: [NSNumber] { content.downloadContentLengths }

    /// The older name of ``downloadContentLengths`` on macOS.
    open var contentLengths: [NSNumber] { downloadContentLengths }

    /// The older name of ``downloadContentVersion`` on macOS.
    open var contentVersion: String { downloadContentVersion }

    /// The version of the hosted files, empty without any.
    open var downloadContentVersion: String { content.downloadContentVersion }

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
        content = Content(
            productIdentifier: productIdentifier,
            localizedTitle: localizedTitle,
            localizedDescription: localizedDescription,
            price: price,
            priceLocale: priceLocale,
            isFamilyShareable: isFamilyShareable,
            subscriptionGroupIdentifier: subscriptionGroupIdentifier,
            subscriptionPeriod: subscriptionPeriod,
            introductoryPrice: introductoryPrice,
            discounts: discounts,
            isDownloadable: !downloadContentLengths.isEmpty,
            downloadContentLengths: downloadContentLengths,
            downloadContentVersion: downloadContentVersion
        )
    }

    override func codedProperty(_ key: String) -> CodedProperty? {
        switch key {
        case "productIdentifier":
            CodedProperty(self.productIdentifier, set: { self.content.productIdentifier = $0 })
        case "localizedTitle":
            CodedProperty(self.localizedTitle, set: { self.content.localizedTitle = $0 })
        case "localizedDescription":
            CodedProperty(
                self.localizedDescription,
                set: { self.content.localizedDescription = $0 }
            )
        case "price": CodedProperty(self.price, set: { self.content.price = .init($0) })
        case "priceLocale": CodedProperty(self.priceLocale, set: { self.content.priceLocale = $0 })
        case "isFamilyShareable", "familyShareable":
            CodedProperty(self.isFamilyShareable, set: { self.content.isFamilyShareable = $0 })
        default: codedSubscriptionProperty(key) ?? codedDownloadProperty(key)
        }
    }

    private func codedSubscriptionProperty(_ key: String) -> CodedProperty? {
        switch key {
        case "subscriptionGroupIdentifier":
            CodedProperty(
                self.subscriptionGroupIdentifier,
                set: { self.content.subscriptionGroupIdentifier = $0 }
            )
        case "subscriptionPeriod":
            CodedProperty(self.subscriptionPeriod, set: { self.content.subscriptionPeriod = $0 })
        case "introductoryPrice":
            CodedProperty(self.introductoryPrice, set: { self.content.introductoryPrice = $0 })
        case "discounts": CodedProperty(self.discounts, set: { self.content.discounts = $0 })
        default: nil
        }
    }

    private func codedDownloadProperty(_ key: String) -> CodedProperty? {
        switch key {
        case "isDownloadable", "downloadable":
            CodedProperty(self.isDownloadable, set: { self.content.isDownloadable = $0 })
        case "downloadContentLengths", "contentLengths":
            CodedProperty(
                self.downloadContentLengths,
                set: { self.content.downloadContentLengths = $0 }
            )
        case "downloadContentVersion", "contentVersion":
            CodedProperty(
                self.downloadContentVersion,
                set: { self.content.downloadContentVersion = $0 }
            )
        default: nil
        }
    }
}

private struct Content {
    var productIdentifier = ""
    var localizedTitle = ""
    var localizedDescription = ""
    var price = NSDecimalNumber.zero
    var priceLocale = Locale.current
    var isFamilyShareable = false
    var subscriptionGroupIdentifier: String?
    var subscriptionPeriod: SKProductSubscriptionPeriod?
    var introductoryPrice: SKProductDiscount?
    var discounts: [SKProductDiscount] = []
    var isDownloadable = false
    var downloadContentLengths: [NSNumber] = []
    var downloadContentVersion = ""
}

extension SKProduct {
    /// The units of a subscription period.
    @nonexhaustive
    public enum PeriodUnit: UInt, Sendable {
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
