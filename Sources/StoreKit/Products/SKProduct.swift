public import Foundation

/// What the App Store says about one product that the app sells.
///
/// A product comes from a ``SKProductsRequest``. One made with ``init()`` describes nothing: it
/// exists so that a test double can override the properties it needs.
open class SKProduct: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; only the initializers set `content`, and
    // key-value coding, which is not for an object that another thread uses.
    private var content = Content()

    /// Makes a product with empty texts, a price of zero and no subscription.
    public override init() {
        super.init()
    }

    /// The string that names the product to the App Store.
    open var productIdentifier: String { content.productIdentifier }

    /// The product's name in the language of the storefront.
    open var localizedTitle: String { content.localizedTitle }

    /// What the product is, in the language of the storefront.
    open var localizedDescription: String { content.localizedDescription }

    /// What one unit costs, in the currency of ``priceLocale``.
    open var price: NSDecimalNumber { content.price }

    /// The locale that tells the currency of ``price`` and how to write it.
    open var priceLocale: Locale { content.priceLocale }

    /// Whether the members of the buyer's family may use the product.
    open var isFamilyShareable: Bool { content.isFamilyShareable }

    /// The group of subscriptions this one belongs to, or nil for a product that is no renewing
    /// subscription.
    open var subscriptionGroupIdentifier: String? { content.subscriptionGroupIdentifier }

    /// How long one paid term of the subscription lasts, or nil for a product that is no
    /// subscription.
    open var subscriptionPeriod: SKProductSubscriptionPeriod? { content.subscriptionPeriod }

    /// The lower price for a customer who is new to the subscription, or nil if there is none.
    ///
    /// Whether this customer may still have it is not part of the product.
    open var introductoryPrice: SKProductDiscount? { content.introductoryPrice }

    /// The promotional offers for those who have, or had, the subscription.
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

    /// The version of the hosted files, empty if there are none.
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
        discounts: [SKProductDiscount] = []
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
            discounts: discounts
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
