public import Foundation

/// A lower price, or a free time, at the start of a subscription or as a promotion.
open class SKProductDiscount: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it; only the initializers set `content`, and
    // key-value coding, which is not for an object that another thread uses.
    private var content = Content()

    /// Makes an introductory discount without identifier, price or length.
    public override init() {
        super.init()
    }

    /// The string that names a promotional offer, or nil for an introductory price.
    open var identifier: String? { content.identifier }

    /// Whether this is an introductory price or a promotional offer.
    open var type: SKProductDiscount.`Type` { content.type }

    /// What the customer pays, in the currency of ``priceLocale``.
    open var price: NSDecimalNumber { content.price }

    /// The locale that tells the currency of ``price`` and how to write it.
    open var priceLocale: Locale { content.priceLocale }

    /// How the customer pays for the discounted time.
    open var paymentMode: PaymentMode { content.paymentMode }

    /// How many ``subscriptionPeriod``s the discount lasts.
    open var numberOfPeriods: Int { content.numberOfPeriods }

    /// The length of one discounted period, which may differ from that of the subscription.
    open var subscriptionPeriod: SKProductSubscriptionPeriod { content.subscriptionPeriod }

    package convenience init(
        identifier: String?,
        type: SKProductDiscount.`Type`,
        price: NSDecimalNumber,
        priceLocale: Locale,
        paymentMode: PaymentMode,
        numberOfPeriods: Int,
        subscriptionPeriod: SKProductSubscriptionPeriod
    ) {
        self.init()
        content = Content(
            identifier: identifier,
            type: type,
            price: price,
            priceLocale: priceLocale,
            paymentMode: paymentMode,
            numberOfPeriods: numberOfPeriods,
            subscriptionPeriod: subscriptionPeriod
        )
    }

    override func codedProperty(_ key: String) -> CodedProperty? {
        switch key {
        case "identifier": CodedProperty(self.identifier, set: { self.content.identifier = $0 })
        case "type": CodedProperty(self.type, set: { self.content.type = $0 })
        case "price": CodedProperty(self.price, set: { self.content.price = .init($0) })
        case "priceLocale": CodedProperty(self.priceLocale, set: { self.content.priceLocale = $0 })
        case "paymentMode": CodedProperty(self.paymentMode, set: { self.content.paymentMode = $0 })
        case "numberOfPeriods":
            CodedProperty(self.numberOfPeriods, set: { self.content.numberOfPeriods = $0 })
        case "subscriptionPeriod":
            CodedProperty(self.subscriptionPeriod, set: { self.content.subscriptionPeriod = $0 })
        default: nil
        }
    }
}

private struct Content {
    var identifier: String?
    var type: SKProductDiscount.`Type` = .introductory
    var price = NSDecimalNumber.zero
    var priceLocale = Locale.current
    var paymentMode = SKProductDiscount.PaymentMode.payAsYouGo
    var numberOfPeriods = 0
    var subscriptionPeriod = SKProductSubscriptionPeriod()
}
