import LocalAppStore
import Testing

@Suite("Promotion")
struct PromotionChoicesTests {
    @Test("What an app chose to promote is kept with the ledger")
    func keeping() throws {
        let folder = try TemporaryFolder()
        let store = try Store.make(at: .file(folder.file()))
        #expect(try store.promotionChoices == PromotionChoices())
        try store.updatePromotionChoices { $0.isShown["level"] = false }
        try store.updatePromotionChoices { $0.order = ["level", "coins"] }
        let expected = PromotionChoices(isShown: ["level": false], order: ["level", "coins"])
        #expect(try Store.make(at: .file(folder.file())).promotionChoices == expected)
    }
}
