import LocalAppStore
import Testing

@Suite("Changing settings", .timeLimit(.minutes(20)))
struct UpdatingTests {
    @Test("The closure that changes settings reads the store")
    func reading() throws {
        let store = try Store.make()
        let coins = try store.pay("coins")
        var answers = 0
        try store.updateSettings { settings in
            if (try? store.settings.storefront) == "USA" { answers += 1 }
            settings.storefront = "DEU"
        }
        try store.updateReceiptSettings { settings in
            if (try? store.receiptSettings) == ReceiptSettings() { answers += 1 }
            settings.sharedSecret = "secret"
        }
        try store.updatePromotionChoices { choices in
            if (try? store.entry(coins.id)) == coins { answers += 1 }
            choices.order = ["coins"]
        }
        #expect(answers == 3)
        #expect(try store.settings.storefront == "DEU")
        #expect(try store.receiptSettings.sharedSecret == "secret")
        #expect(try store.promotionChoices.order == ["coins"])
    }

    @Test("The closure may change something else of the store")
    func changing() throws {
        let store = try Store.make()
        try store.updateSettings { settings in
            try? store.updatePromotionChoices { $0.order = ["level"] }
            settings.failureCode = 3
        }
        #expect(try store.promotionChoices.order == ["level"])
        #expect(try store.settings.failureCode == 3)
    }

    @Test("A change that comes between is kept: the closure is called again")
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
    }

    @Test("No update is lost when several stores on one file count at once")
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
