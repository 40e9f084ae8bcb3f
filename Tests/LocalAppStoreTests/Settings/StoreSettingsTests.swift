import Foundation
import LocalAppStore
import Testing

@Suite("Settings")
struct StoreSettingsTests {
    @Test("A new store has the catalog's settings")
    func fromCatalog() throws {
        let catalog = Catalog.shop(
            settings: CatalogSettings(
                timeRate: .oneRenewalEveryMinute,
                localeIdentifier: "de_DE",
                storefront: "DEU",
                isAskToBuyEnabled: true,
                failsTransactions: true,
                failureCode: 2,
                areDialogsDisabled: true
            )
        )
        let settings = try Store.make(catalog).settings
        #expect(settings == StoreSettings(catalog.settings))
        #expect(settings.storefront == "DEU")
        #expect(settings.timeRate == .oneRenewalEveryMinute)
        #expect(settings.isAskToBuyEnabled)
        #expect(settings.failureCode == 2)
        #expect(settings.disablesDialogs)
        #expect(settings.allowsPayments)
    }

    @Test("A change is kept with the ledger until it is reset")
    func keeping() throws {
        let folder = try TemporaryFolder()
        let store = try Store.make(at: .file(folder.file()))
        try store.updateSettings { $0.storefront = "JPN" }
        let again = try Store.make(at: .file(folder.file()))
        #expect(try again.settings.storefront == "JPN")
        try again.resetSettings()
        #expect(try store.settings == StoreSettings())
    }

    @Test(
        "Prices are shown in the customer's language with the storefront's region and currency",
        arguments: [
            ("en_US", "USA", "en_US@currency=USD"), ("de_DE", "DEU", "de_DE@currency=EUR"),
            ("en_US", "DEU", "en_DE@currency=EUR"), ("zh_Hant", "TWN", "zh_Hant_TW@currency=TWD"),
            ("fr", "CHE", "fr_CH@currency=CHF"), ("en_US", "???", "en_US@currency=USD"),
        ]
    )
    func priceLocale(locale: String, storefront: String, expected: String) {
        var settings = StoreSettings()
        settings.localeIdentifier = locale
        settings.storefront = storefront
        #expect(settings.priceLocale.identifier == expected)
    }
}
