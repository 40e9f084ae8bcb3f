import Foundation
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Settings")
struct StoreSettingsTests {
    @Test("Several kinds of settings change in one transaction, and other kinds stay")
    func severalKinds() throws {
        let store = try Store.make()
        let revision = try store.read { try $0.revision() }
        try store.updateSettings(
            purchases: { $0.allowsPayments = false },
            receipts: { $0.sharedSecret = "hush" },
            downloads: { $0.bytesPerSecond = 7 }
        )
        #expect(try store.read { try $0.revision() } == revision + 1)
        try store.updateSettings(
            purchases: nil,
            receipts: nil,
            downloads: { $0.bytesPerSecond = 8 }
        )
        #expect(try !store.settings.allowsPayments)
        #expect(try store.receiptSettings.sharedSecret == "hush")
        #expect(try store.downloads.settings.bytesPerSecond == 8)
    }

    @Test("A new store has the catalog's settings")
    func fromCatalog() throws {
        let catalog = Catalog.shop(
            settings: .make {
                $0.timeRate = .oneRenewalEveryMinute
                $0.localeIdentifier = "de_DE"
                $0.storefront = "DEU"
                $0.isAskToBuyEnabled = true
                $0.failsTransactions = true
                $0.failureCode = 2
                $0.disablesDialogs = true
            }
        )
        let settings = try Store.make(catalog).settings
        #expect(settings == catalog.settings)
        #expect(settings.storefront == "DEU")
        #expect(settings.timeRate == .oneRenewalEveryMinute)
        #expect(settings.isAskToBuyEnabled)
        #expect(settings.failureCode == 2)
        #expect(settings.disablesDialogs)
        #expect(settings.allowsPayments)
    }

    @Test("A change is stored in the ledger until it is reset")
    func storing() throws {
        let folder = try TemporaryFolder()
        let store = try Store.make(at: .file(folder.file()))
        try store.updateSettings { $0.storefront = "JPN" }
        let again = try Store.make(at: .file(folder.file()))
        #expect(try again.settings.storefront == "JPN")
        try again.resetSettings()
        #expect(try store.settings == StoreSettings())
    }

    @Test(
        "Prices are in the customer's language with the storefront's region and currency",
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

@Suite("Changing settings", .timeLimit(.minutes(10)))
struct UpdatingTests {
    @Test("The closure that changes settings can read the store")
    func reading() throws {
        let store = try Store.make()
        let coins = try store.pay("coins")
        var count = 0
        try store.updateSettings { settings in
            if (try? store.settings.storefront) == "USA" { count += 1 }
            settings.storefront = "DEU"
        }
        try store.updateReceiptSettings { settings in
            if (try? store.receiptSettings) == ReceiptSettings() { count += 1 }
            settings.sharedSecret = "secret"
        }
        try store.updatePromotionChoices { choices in
            if (try? store.entry(coins.id)) == coins { count += 1 }
            choices.order = ["coins"]
        }
        #expect(count == 3)
        #expect(try store.settings.storefront == "DEU")
        #expect(try store.receiptSettings.sharedSecret == "secret")
        #expect(try store.promotionChoices.order == ["coins"])
    }

    @Test("The closure can change something else in the store")
    func changing() throws {
        let store = try Store.make()
        try store.updateSettings { settings in
            try? store.updatePromotionChoices { $0.order = ["level"] }
            settings.failureCode = 3
        }
        #expect(try store.promotionChoices.order == ["level"])
        #expect(try store.settings.failureCode == 3)
    }

    @Test("A change in between is retained: the closure is called again")
    func comingBetween() throws {
        let folder = try TemporaryFolder()
        let ours = try Store.make(at: .file(folder.file()))
        let theirs = try Store.make(at: .file(folder.file()))
        var seen: [String] = []
        try ours.updateSettings { settings in
            seen.append(settings.storefront)
            if seen.count == 1 { try? theirs.updateSettings { $0.storefront = "JPN" } }
            settings.failureCode = 7
        }
        #expect(seen == ["USA", "JPN"])
        #expect(try ours.settings.storefront == "JPN")
        #expect(try ours.settings.failureCode == 7)
        // Two changes, and nothing for the first attempt.
        #expect(try ours.read { try $0.revision() } == 2)
    }

    @Test("No update is lost if several stores on one file count at once")
    func concurrent() async throws {
        let folder = try TemporaryFolder()
        let stores = try (0..<2).map { _ in try Store.make(at: .file(folder.file())) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in stores + stores {
                group.addTask {
                    for _ in 0..<25 { try store.updateSettings { $0.failureCode += 1 } }
                }
            }
            try await group.waitForAll()
        }
        #expect(try stores[0].settings.failureCode == 100)
    }
}

@Suite("Promoted products")
struct PromotionChoicesTests {
    @Test("The app's choice is stored in the ledger")
    func storing() throws {
        let folder = try TemporaryFolder()
        let store = try Store.make(at: .file(folder.file()))
        #expect(try store.promotionChoices == PromotionChoices())
        try store.updatePromotionChoices { $0.isShown["level"] = false }
        try store.updatePromotionChoices { $0.order = ["level", "coins"] }
        let expected = PromotionChoices(isShown: ["level": false], order: ["level", "coins"])
        #expect(try Store.make(at: .file(folder.file())).promotionChoices == expected)
    }
}
