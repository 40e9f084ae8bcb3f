package import Foundation

/// The settings of a store.
///
/// A new store has the settings of its configuration file. A change is stored in the ledger, so it
/// applies to every process that uses the same ledger.
public struct StoreSettings: Sendable, Equatable, Encodable {
    /// The storefront as an ISO 3166-1 alpha-3 code.
    public var storefront = "USA"
    /// The identifier of the customer's locale, which selects the localization of products.
    public var localeIdentifier = "en_US"
    /// The speed of subscription time.
    public var timeRate = TimeRate.realTime
    /// Whether the customer is allowed to make payments.
    public var allowsPayments = true
    /// Whether every purchase needs approval.
    public var isAskToBuyEnabled = false
    /// Whether every purchase fails with an issue that the customer has to resolve.
    public var interruptsPurchases = false
    /// Whether every purchase fails with `failureCode`.
    public var failsTransactions = false
    /// The error code of planned failures, as a raw value of StoreKit's error codes.
    public var failureCode = FailureCode.unknown.rawValue
    /// Whether renewals of subscriptions fail, and the store tries to collect payment for a while.
    public var failsRenewals = false
    /// Whether the customer keeps the subscription for a grace period after a renewal failed.
    public var allowsGracePeriod = false
    /// The length of a grace period in real time, and with a rate that shortens the day.
    public var gracePeriodLength = GracePeriodLength.sixteenDays
    /// Whether purchases need no confirmation, regardless of the confirmation policy.
    public var disablesDialogs = false
    /// The party that invites the members of groups to subscriptions that begin from now on.
    ///
    /// A running subscription keeps the one that it began with (Apple's documentation).
    public var invitationManagement = Seats.InvitationManagement.apple

    package init() {}

    /// The country of the storefront; the United States if `storefront` is unknown.
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
        case invitationManagement
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
        try fields.decode(.invitationManagement, into: &invitationManagement)
        // Xcode adds rates from time to time; an unknown one counts as missing.
        var rate = timeRate.rawValue
        try fields.decode(.timeRate, into: &rate)
        timeRate = TimeRate(rawValue: rate) ?? timeRate
        var days = gracePeriodLength.rawValue
        try fields.decode(.gracePeriodLength, into: &days)
        gracePeriodLength = GracePeriodLength(rawValue: days) ?? gracePeriodLength
    }
}
