public import Foundation

/// An introductory price or a promotional offer of a subscription.
open class SKProductDiscount: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it. Only the initializers set `content`, and
    // key-value coding, which must not be used on an object that is shared between threads.
    private var content = Content()

    /// Makes an empty introductory discount.
    public override init() {
        super.init()
    }

    /// The identifier of a promotional offer; nil for an introductory price.
    open var identifier: String? { content.identifier }

    /// Whether this is an introductory price or a promotional offer.
    open var type: SKProductDiscount.`Type` { content.type }

    /// The discounted price, in the currency of ``priceLocale``.
    open var price: NSDecimalNumber { content.price }

    /// The locale with the currency and the format of ``price``.
    open var priceLocale: Locale { content.priceLocale }

    /// The payment mode of the discounted periods.
    open var paymentMode: PaymentMode { content.paymentMode }

    /// The number of ``subscriptionPeriod``s that the discount lasts.
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

extension SKProductDiscount {
    /// The ways to pay for the discounted periods.
    @nonexhaustive
    public enum PaymentMode: UInt, Sendable {
        /// The discounted price is charged for each period.
        case payAsYouGo = 0

        /// One payment at the start covers all periods.
        case payUpFront = 1

        /// The periods are free.
        case freeTrial = 2
    }
}

extension SKProductDiscount {
    /// The kinds of discount.
    @nonexhaustive
    public enum `Type`: UInt, Sendable {
        /// An introductory price, for new subscribers of the group.
        case introductory = 0

        /// A promotional offer, for current and former subscribers.
        case subscription = 1
    }
}
