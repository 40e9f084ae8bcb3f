import Foundation
import Testing

@testable import StoreModel

@Suite("Localizations")
struct CatalogLocalizationTests {
    @Test(
        "The localization is the nearest to the customer's locale",
        arguments: [
            ("de_AT", ["en_US", "de", "de_AT"], "de_AT"),
            ("de-AT", ["en_US", "de", "de_AT"], "de_AT"),
            ("de_AT", ["en_US", "de"], "de"),
            ("de_AT", ["en_US", "de_DE"], "de_DE"),
            ("de", ["en_US", "de_DE"], "de_DE"),
            ("en_GB", ["de", "en_US"], "en_US"),
            ("zh_TW", ["zh_Hans", "zh_Hant"], "zh_Hant"),
            ("zh_Hant_HK", ["zh_Hans", "zh_Hant"], "zh_Hant"),
            ("zh_CN", ["zh_Hant", "zh_Hans"], "zh_Hans"),
            ("zh_TW", ["en_US", "zh_Hans"], "zh_Hans"),
            ("sr_Latn", ["sr", "sr_Latn_RS"], "sr_Latn_RS"),
            ("de_DE@calendar=buddhist", ["de", "de_DE"], "de_DE"),
            ("fi", ["de", "en_US"], "en_US"),
            ("fi", ["de", "ja"], "de"),
        ]
    )
    func nearestLocalization(locale: String, given: [String], chosen: String) {
        let product = CatalogProduct(
            id: "a",
            localizations: given.map { CatalogLocalization(localeIdentifier: $0) }
        )
        let texts = product.localization(for: Locale(identifier: locale))
        #expect(texts?.localeIdentifier == chosen)
    }

    @Test("A product without localizations has none for a customer")
    func noLocalizations() {
        #expect(CatalogProduct(id: "a").localization(for: Locale(identifier: "en_US")) == nil)
    }
}

@Suite("Locale identifiers")
struct LocaleIdentifierTests {
    @Test(
        "An identifier in Foundation's form is valid",
        arguments: [
            "en", "en_US", "en-US", "zh_Hant", "zh-Hant-TW", "es_419", "en_US_POSIX", "sr_Latn_RS",
            "fil",
            "de@calendar=buddhist", "de_DE@collation=phonebook;currency=EUR", "en-US-u-rg-dezzzz",
            "root",
            "en_001", "ca_ES_VALENCIA",
        ]
    )
    func valid(text: String) {
        #expect(LocaleIdentifier(text)?.text == text)
    }

    @Test(
        "Any other identifier is invalid",
        arguments: [
            "", "\u{E9}", "en_\u{E9}", "en_US@currency=\u{20AC}", "\u{65E5}\u{672C}", "e", "en US",
            "en__US", "_US",
            "en_", "en_abcdefghi", "abcdefghi", "12", "en_US@", "en_US@currency", "en_US@currency=",
            "en_US@=EUR", "en_US@currency=EU", "en_US@Currency=12\u{663}", "en_US@a=b;",
            "en_US@a=b@c=d",
            "en\u{0}", "\u{212A}en", "en" + String(repeating: "_abcdefgh", count: 18),
        ]
    )
    func invalid(text: String) {
        #expect(LocaleIdentifier(text) == nil)
    }

    @Test("All identifiers of Foundation's locales are valid")
    func allOfFoundation() {
        let identifiers = Locale.availableIdentifiers
        #expect(identifiers.count > 100)
        #expect(identifiers.filter { LocaleIdentifier($0) == nil } == [])
    }

    @Test(
        "Settings with an invalid locale have that of the United States",
        arguments: ["\u{E9}", "\u{65E5}\u{672C}", "", "en\u{0}"]
    )
    func invalidSettings(text: String) throws {
        var settings = StoreSettings()
        settings.localeIdentifier = text
        #expect(settings.locale.identifier == "en_US")
        #expect(settings.priceLocale.identifier == "en_US@currency=USD")
        let style = Decimal.FormatStyle.Currency.currency(code: "USD").locale(settings.priceLocale)
        #expect(Decimal(5).formatted(style) == "$5.00")
    }

    @Test("A localization with an invalid locale comes last")
    func invalidLocalization() {
        let product = CatalogProduct(
            id: "a",
            localizations: ["\u{E9}", "de"].map { CatalogLocalization(localeIdentifier: $0) }
        )
        #expect(product.localization(for: Locale(identifier: "de"))?.localeIdentifier == "de")
        #expect(
            product.localization(for: Locale(identifier: "\u{E9}"))?.localeIdentifier == "\u{E9}"
        )
    }
}
