import Foundation
import Testing

@testable import LocalAppStore

@Suite struct LocaleIdentifierTests {
    @Test(arguments: [
        "en", "en_US", "en-US", "zh_Hant", "zh-Hant-TW", "es_419", "en_US_POSIX", "sr_Latn_RS",
        "fil",
        "de@calendar=buddhist", "de_DE@collation=phonebook;currency=EUR", "en-US-u-rg-dezzzz",
        "root",
        "en_001", "ca_ES_VALENCIA",
    ])
    func `an identifier as Foundation writes it names a locale`(text: String) {
        #expect(LocaleIdentifier(text)?.text == text)
    }

    @Test(arguments: [
        "", "\u{E9}", "en_\u{E9}", "en_US@currency=\u{20AC}", "\u{65E5}\u{672C}", "e", "en US",
        "en__US", "_US",
        "en_", "en_abcdefghi", "abcdefghi", "12", "en_US@", "en_US@currency", "en_US@currency=",
        "en_US@=EUR", "en_US@currency=EU", "en_US@Currency=12\u{663}", "en_US@a=b;",
        "en_US@a=b@c=d",
        "en\u{0}", "\u{212A}en", "en" + String(repeating: "_abcdefgh", count: 18),
    ])
    func `anything else names none`(text: String) {
        #expect(LocaleIdentifier(text) == nil)
    }

    @Test func `all locales of Foundation have such identifiers`() {
        let identifiers = Locale.availableIdentifiers
        #expect(identifiers.count > 100)
        #expect(identifiers.filter { LocaleIdentifier($0) == nil } == [])
    }

    @Test(arguments: ["\u{E9}", "\u{65E5}\u{672C}", "", "en\u{0}"])
    func `settings without a locale sell as in the United States`(text: String) throws {
        var settings = StoreSettings()
        settings.localeIdentifier = text
        #expect(settings.locale.identifier == "en_US")
        #expect(settings.priceLocale.identifier == "en_US@currency=USD")
        let style = Decimal.FormatStyle.Currency.currency(code: "USD").locale(settings.priceLocale)
        #expect(Decimal(5).formatted(style) == "$5.00")
    }

    @Test func `texts for what names no locale are found last`() {
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
