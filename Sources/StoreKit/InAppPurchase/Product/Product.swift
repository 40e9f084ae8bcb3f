public import Foundation

/// Information about an in-app purchase, as the App Store sells it at the moment.
///
/// ```swift
/// let products = try await Product.products(for: ["com.example.pro"])
/// let result = try await products[0].purchase()
/// ```
///
/// A product is a value: a later change of its price, name or description needs another
/// ``products(for:)``. Two products are equal if their ``jsonRepresentation`` is.
public struct Product: Identifiable, Sendable {
    /// The JSON of the product, in UTF-8.
    public let jsonRepresentation: Data
    /// The product identifier.
    public let id: String
    /// The type of the product.
    public let type: ProductType
    /// The name in the language of the store; empty without a localization.
    public let displayName: String
    /// The description in the language of the store; empty without a localization.
    public let description: String
    /// The price of one unit, in the currency of the storefront.
    public let price: Decimal
    /// The price as a string, in the format and currency of the storefront.
    public let displayPrice: String
    /// Whether a purchase is available to the customer's family.
    public let isFamilyShareable: Bool
    /// Whether groups can buy it, with a number of seats.
    public let supportsMultiSeatPurchase: Bool
    /// The period, group and offers of an auto-renewable subscription; `nil` for another type.
    public let subscription: SubscriptionInfo?

    let priceLocale: Locale
    /// The storefront that the product was requested in.
    let storefront: String
}

extension Product {
    /// Requests products from the App Store.
    ///
    /// They are in the order of the identifiers, each once; unknown identifiers are left out. In a
    /// cancelled task, and without a store, the list is empty.
    ///
    /// - Throws: `StoreKitError.networkError` where the fault plan interrupts the network, or the
    ///   simulated error of a test session.
    public static func products<Identifiers: Collection>(
        for identifiers: Identifiers
    ) async throws -> [Product] where Identifiers.Element == String {
        try await StoreScope.current.products(for: Array(identifiers))
    }

    /// The customer's newest transaction of the product; `nil` without one.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await Transaction.latest(for: id) }
    }

    /// The transaction that entitles the customer to the product; `nil` if none does.
    ///
    /// A consumable never entitles.
    public var currentEntitlement: VerificationResult<Transaction>? {
        get async { await Transaction.currentEntitlement(for: id) }
    }

    /// The transactions that entitle the customer to the product: a purchase of their own, and one
    /// that a family shares.
    public var currentEntitlements: Transaction.Transactions {
        Transaction.currentEntitlements(for: id)
    }
}

extension Product {
    /// The format of the price, for amounts that are derived from it.
    public var priceFormatStyle: Decimal.FormatStyle.Currency {
        Decimal.FormatStyle.Currency(code: priceLocale.currencyCode ?? "", locale: priceLocale)
    }

    /// The format of a subscription period's dates as its length in words, such as `one month`, in
    /// the language of the store.
    ///
    /// Apple's has the type `Date.ComponentsFormatStyle`, which Foundation for Linux can't create.
    public var subscriptionPeriodFormatStyle: some FormatStyle<Range<Date>, String> {
        DurationFormatStyle(locale: priceLocale)
    }

    /// The format of the units of a subscription period, in the language of the store.
    public var subscriptionPeriodUnitFormatStyle: SubscriptionPeriod.Unit.FormatStyle {
        SubscriptionPeriod.Unit.FormatStyle(locale: priceLocale)
    }

    /// The kind of a product.
    public struct ProductType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The kind's name in signed transactions.
        public let rawValue: String

        /// Makes the kind of a name, even an unknown one.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A product that is used up and can be purchased again.
        public static let consumable = ProductType(rawValue: "Consumable")

        /// A product that is purchased once and kept.
        public static let nonConsumable = ProductType(rawValue: "Non-Consumable")

        /// A subscription for a time that the app measures, and that does not renew.
        public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")

        /// A subscription that renews until the customer cancels it.
        public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")

        /// Several subscriptions that are sold as one.
        ///
        /// Its raw value is this module's choice.
        public static let subscriptionBundle = ProductType(rawValue: "Subscription Bundle")

        /// A suite of subscriptions.
        ///
        /// Its raw value is this module's choice.
        public static let subscriptionSuite = ProductType(rawValue: "Subscription Suite")

        /// The kind in English; for an unknown one its raw value.
        public var localizedDescription: String { rawValue }
    }
}

extension Product: _JSONRepresented {}

/// A value that is compared, hashed and printed by its JSON.
public protocol _JSONRepresented: Hashable, Sendable, CustomDebugStringConvertible {
    /// The JSON of the value, in UTF-8.
    var jsonRepresentation: Data { get }
}

extension _JSONRepresented {
    /// Whether two values have the same JSON.
    public static func == (first: Self, second: Self) -> Bool {
        first.jsonRepresentation == second.jsonRepresentation
    }

    /// Hashes the JSON.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(jsonRepresentation)
    }

    /// The JSON as a string.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}

extension Product {
    /// The result of a purchase.
    @nonexhaustive
    public enum PurchaseResult: Sendable {
        /// The purchase succeeded. The app has yet to finish this transaction.
        case success(VerificationResult<Transaction>)
        /// The customer cancelled the purchase.
        case userCancelled
        /// The purchase waits for an action of another person.
        ///
        /// A later success is delivered to ``Transaction/updates``.
        case pending
    }

    /// Buys the product, after the customer has confirmed it.
    ///
    /// A purchase that the customer already has is not sold again: an unfinished consumable, an
    /// owned non-consumable and the subscription are returned as they are. A downgrade returns the
    /// transaction of the current product, too, and begins with the next renewal. The purchase
    /// continues when the task is cancelled.
    ///
    /// - Throws: ``PurchaseError`` if the store refuses the purchase, or `StoreKitError`.
    @MainActor
    public func purchase(
        options: Set<PurchaseOption> = []
    ) async throws -> PurchaseResult {
        try await ProductPurchase(of: self, options: options, in: .current).result()
    }
}
