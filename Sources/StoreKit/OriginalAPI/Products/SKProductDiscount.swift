public import Foundation

/// An introductory price or a promotional offer of a subscription.
open class SKProductDiscount: _KeyValueCodedObject, @unchecked Sendable {
    // Unchecked because a test double may subclass it. Only initializers and key-value coding set
    // the properties, and that must not be used on an object that is shared between threads.
    // A test double may override these with a narrower type, which a setter would forbid.
    private var storedIdentifier: String?
    private var storedPrice = NSDecimalNumber.zero
    private var storedSubscriptionPeriod = SKProductSubscriptionPeriod()

    /// Makes an empty introductory discount.
    public override init() {
        super.init()
    }

    /// The identifier of a promotional offer; nil for an introductory price.
    open var identifier: String? { storedIdentifier }

    /// Whether this is an introductory price or a promotional offer.
    open private(set) var type: SKProductDiscount.`Type` = .introductory

    /// The discounted price, in the currency of ``priceLocale``.
    open var price: NSDecimalNumber { storedPrice }

    /// The locale with the currency and the format of ``price``.
    open private(set) var priceLocale = Locale.current

    /// The payment mode of the discounted periods.
    open private(set) var paymentMode = PaymentMode.payAsYouGo

    /// The number of ``subscriptionPeriod``s that the discount lasts.
    open private(set) var numberOfPeriods = 0

    /// The length of one discounted period, which may differ from that of the subscription.
    open var subscriptionPeriod: SKProductSubscriptionPeriod { storedSubscriptionPeriod }

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
        storedIdentifier = identifier
        self.type = type
        storedPrice = price
        self.priceLocale = priceLocale
        self.paymentMode = paymentMode
        self.numberOfPeriods = numberOfPeriods
        storedSubscriptionPeriod = subscriptionPeriod
    }

    override class var codedProperties: [String: CodedProperty] {
        [
            "identifier": .init(\SKProductDiscount.identifier, in: \.storedIdentifier),
            "type": .init(\SKProductDiscount.type),
            "price": .init(\SKProductDiscount.price, in: \.storedPrice),
            "priceLocale": .init(\SKProductDiscount.priceLocale),
            "paymentMode": .init(\SKProductDiscount.paymentMode),
            "numberOfPeriods": .init(\SKProductDiscount.numberOfPeriods),
            "subscriptionPeriod": .init(
                \SKProductDiscount.subscriptionPeriod,
                in: \.storedSubscriptionPeriod
            ),
        ]
    }

    /// The ways to pay for the discounted periods.
    @nonexhaustive
    public enum PaymentMode: UInt, Sendable, CodedValue {
        /// The discounted price is charged for each period.
        case payAsYouGo = 0

        /// One payment at the start covers all periods.
        case payUpFront = 1

        /// The periods are free.
        case freeTrial = 2
    }

    /// The kinds of discount.
    @nonexhaustive
    public enum `Type`: UInt, Sendable, CodedValue {
        /// An introductory price, for new subscribers of the group.
        case introductory = 0

        /// A promotional offer, for current and former subscribers.
        case subscription = 1
    }
}
