package import Foundation

/// The settings of a store.
///
/// A new store has the settings of its configuration file. A change is stored in the ledger, so it
/// applies to every process that uses the same ledger.
public struct StoreSettings: Sendable, Equatable, Encodable {
    /// The storefront as an ISO 3166-1 alpha-3 code.
    public var storefront: String
    /// The identifier of the customer's locale, which selects the localization of products.
    public var localeIdentifier: String
    /// The speed of subscription time.
    public var timeRate: TimeRate
    /// Whether the customer is allowed to make payments.
    public var allowsPayments: Bool
    /// Whether every purchase needs approval.
    public var isAskToBuyEnabled: Bool
    /// Whether every purchase fails with an issue that the customer has to resolve.
    public var interruptsPurchases: Bool
    /// Whether every purchase fails with `failureCode`.
    public var failsTransactions: Bool
    /// The error code of planned failures, as a raw value of StoreKit's error codes.
    public var failureCode: Int
    /// Whether renewals of subscriptions fail, and the store tries to collect payment for a while.
    public var failsRenewals: Bool
    /// Whether the customer keeps the subscription for a grace period after a renewal failed.
    public var allowsGracePeriod: Bool
    /// The length of a grace period in real time, and with a rate that shortens the day.
    public var gracePeriodLength: GracePeriodLength
    /// Whether purchases need no confirmation, regardless of the confirmation policy.
    public var disablesDialogs: Bool

    /// Makes the settings of a new store from those of a configuration file.
    package init(_ settings: CatalogSettings = CatalogSettings()) {
        storefront = settings.storefront
        localeIdentifier = settings.localeIdentifier
        timeRate = settings.timeRate
        allowsPayments = true
        isAskToBuyEnabled = settings.isAskToBuyEnabled
        interruptsPurchases = settings.areInterruptedPurchasesEnabled
        failsTransactions = settings.failsTransactions
        failureCode = settings.failureCode ?? FailureCode.unknown.rawValue
        failsRenewals = settings.isBillingRetryEnabled
        allowsGracePeriod = settings.isGracePeriodEnabled
        gracePeriodLength = .sixteenDays
        disablesDialogs = settings.areDialogsDisabled
    }

    /// The country of the storefront; the United States if `storefront` is not a code of the App
    /// Store.
    package var storefrontCountry: StorefrontCountry {
        StorefrontCountry(code: storefront) ?? .unitedStates
    }

    /// The customer's locale; `en_US` if `localeIdentifier` is invalid.
    package var locale: Locale {
        Locale(identifier: LocaleIdentifier(localeIdentifier)?.text ?? "en_US")
    }

    /// The locale for prices: the customer's language with the storefront's region and currency.
    package var priceLocale: Locale {
        let subtags = [locale.languageCode ?? "en", locale.scriptCode]
        let name = subtags.compactMap { $0 } + [storefrontCountry.regionCode]
        let currency = storefrontCountry.currencyCode
        return Locale(identifier: name.joined(separator: "_") + "@currency=" + currency)
    }
}

extension StoreSettings: Preference {
    package static let preferenceName = "settings"

    package enum CodingKeys: CodingKey {
        case storefront
        case localeIdentifier
        case timeRate
        case allowsPayments
        case isAskToBuyEnabled
        case interruptsPurchases
        case failsTransactions
        case failureCode
        case failsRenewals
        case allowsGracePeriod
        case gracePeriodLength
        case disablesDialogs
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.storefront, into: &storefront)
        try fields.decode(.localeIdentifier, into: &localeIdentifier)
        try fields.decode(.allowsPayments, into: &allowsPayments)
        try fields.decode(.isAskToBuyEnabled, into: &isAskToBuyEnabled)
        try fields.decode(.interruptsPurchases, into: &interruptsPurchases)
        try fields.decode(.failsTransactions, into: &failsTransactions)
        try fields.decode(.failureCode, into: &failureCode)
        try fields.decode(.failsRenewals, into: &failsRenewals)
        try fields.decode(.allowsGracePeriod, into: &allowsGracePeriod)
        try fields.decode(.disablesDialogs, into: &disablesDialogs)
        // Xcode adds rates from time to time; an unknown one counts as missing.
        var rate = timeRate.rawValue
        try fields.decode(.timeRate, into: &rate)
        timeRate = TimeRate(rawValue: rate) ?? timeRate
        var days = gracePeriodLength.rawValue
        try fields.decode(.gracePeriodLength, into: &days)
        gracePeriodLength = GracePeriodLength(rawValue: days) ?? gracePeriodLength
    }
}
