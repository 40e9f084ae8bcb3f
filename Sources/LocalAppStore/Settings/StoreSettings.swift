public import Foundation

/// What a tester, or the customer's family, has set for a store.
///
/// A new store has the settings of its configuration file; a change is kept with the ledger, so
/// every process that uses the same store file follows it.
public struct StoreSettings: Sendable, Equatable, Codable {
    /// The storefront, in ISO 3166-1 alpha-3 letters.
    public var storefront: String
    /// The identifier of the customer's locale, which chooses the language of product texts.
    public var localeIdentifier: String
    /// How fast a subscription's time passes.
    public var timeRate: TimeRate
    /// Whether the customer may pay at all.
    public var allowsPayments: Bool
    /// Whether every purchase waits for approval.
    public var isAskToBuyEnabled: Bool
    /// Whether every purchase fails with an issue that the customer has to resolve.
    public var interruptsPurchases: Bool
    /// Whether every purchase fails with `failureCode`.
    public var failsTransactions: Bool
    /// The code of planned failures, with StoreKit's numbers.
    public var failureCode: Int
    /// Whether purchases are confirmed without asking, whatever the confirmation policy says.
    public var disablesDialogs: Bool

    /// Makes the settings that a configuration file gives a new store.
    public init(_ settings: CatalogSettings = CatalogSettings()) {
        storefront = settings.storefront
        localeIdentifier = settings.localeIdentifier
        timeRate = settings.timeRate
        allowsPayments = true
        isAskToBuyEnabled = settings.isAskToBuyEnabled
        interruptsPurchases = settings.areInterruptedPurchasesEnabled
        failsTransactions = settings.failsTransactions
        failureCode = settings.failureCode ?? FailureCode.unknown.rawValue
        disablesDialogs = settings.areDialogsDisabled
    }

    /// The storefront's details; those of the United States when the letters name no storefront of
    /// the App Store.
    public var storefrontCountry: StorefrontCountry {
        StorefrontCountry(code: storefront) ?? .unitedStates
    }

    /// The customer's locale; `en_US` when `localeIdentifier` names no locale.
    public var locale: Locale {
        Locale(identifier: LocaleIdentifier(localeIdentifier)?.text ?? "en_US")
    }

    /// The language and region in which prices are shown, with the storefront's currency.
    public var priceLocale: Locale {
        let subtags = [locale.languageCode ?? "en", locale.scriptCode]
        let name = subtags.compactMap { $0 } + [storefrontCountry.regionCode]
        let currency = storefrontCountry.currencyCode
        return Locale(identifier: name.joined(separator: "_") + "@currency=" + currency)
    }
}

extension StoreSettings: Preference {
    static let preferenceName = "settings"

    enum CodingKeys: CodingKey {
        case storefront
        case localeIdentifier
        case timeRate
        case allowsPayments
        case isAskToBuyEnabled
        case interruptsPurchases
        case failsTransactions
        case failureCode
        case disablesDialogs
    }

    /// Reads settings; those that are missing are a new store's.
    public init(from decoder: any Decoder) throws {
        self.init()
        try read(try decoder.container(keyedBy: CodingKeys.self))
    }

    mutating func read(_ fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.read(.storefront, into: &storefront)
        try fields.read(.localeIdentifier, into: &localeIdentifier)
        try fields.read(.allowsPayments, into: &allowsPayments)
        try fields.read(.isAskToBuyEnabled, into: &isAskToBuyEnabled)
        try fields.read(.interruptsPurchases, into: &interruptsPurchases)
        try fields.read(.failsTransactions, into: &failsTransactions)
        try fields.read(.failureCode, into: &failureCode)
        try fields.read(.disablesDialogs, into: &disablesDialogs)
        // Xcode adds rates; one that is not known yet counts as missing.
        var rate = timeRate.rawValue
        try fields.read(.timeRate, into: &rate)
        timeRate = TimeRate(rawValue: rate) ?? timeRate
    }
}
