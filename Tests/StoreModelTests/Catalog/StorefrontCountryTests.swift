import Foundation
import StoreModel
import Testing

@Suite("Storefront countries")
struct StorefrontCountryTests {
    @Test(
        "A country is found by its code",
        arguments: [
            ("USA", "143441", "US", "USD"), ("DEU", "143443", "DE", "EUR"),
            ("GBR", "143444", "GB", "GBP"), ("JPN", "143462", "JP", "JPY"),
            ("TWN", "143470", "TW", "TWD"), ("ESP", "143454", "ES", "EUR"),
            ("FIN", "143447", "FI", "EUR"), ("BRA", "143503", "BR", "BRL"),
            ("ISL", "143558", "IS", "USD"), ("TZA", "143572", "TZ", "TZS"),
            ("XKS", "143624", "XK", "EUR"),
        ]
    )
    func lookup(
        code: String,
        identifier: String,
        region: String,
        currency: String
    ) throws {
        let country = try #require(StorefrontCountry(code: code))
        #expect(country.code == code)
        #expect(country.identifier == identifier)
        #expect(country.regionCode == region)
        #expect(country.currencyCode == currency)
    }

    @Test("Other codes have no storefront", arguments: ["", "US", "usa", "XXX", "PRK"])
    func unknownCodes(code: String) {
        #expect(StorefrontCountry(code: code) == nil)
    }

    @Test("The default storefront is the United States")
    func defaultStorefront() {
        #expect(StorefrontCountry.unitedStates == StorefrontCountry(code: "USA"))
    }

    @Test("Codes, regions and identifiers are unique")
    func uniqueness() {
        let all = StorefrontCountry.all
        #expect(all.count == 175)
        #expect(Set(all.map(\.code)).count == all.count)
        #expect(Set(all.map(\.regionCode)).count == all.count)
        #expect(Set(all.map(\.identifier)).count == all.count)
    }

    @Test("Each country and currency is in ISO's lists", arguments: StorefrontCountry.all)
    func isoLists(country: StorefrontCountry) {
        #expect(Locale.Region(country.regionCode).isISORegion)
        #expect(Locale.Currency(country.currencyCode).isISOCurrency)
        #expect(country.identifier.wholeMatch(of: /143[456]\d\d/) != nil)
    }
}
