import Foundation
import LocalAppStore
import Testing

@Suite struct CatalogLocalizationTests {
    @Test(arguments: [
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
    ])
    func `a customer reads the nearest texts`(locale: String, given: [String], chosen: String) {
        let product = CatalogProduct(
            id: "a",
            localizations: given.map { CatalogLocalization(localeIdentifier: $0) }
        )
        let texts = product.localization(for: Locale(identifier: locale))
        #expect(texts?.localeIdentifier == chosen)
    }

    @Test func `a product without texts has none`() {
        #expect(CatalogProduct(id: "a").localization(for: Locale(identifier: "en_US")) == nil)
    }
}
