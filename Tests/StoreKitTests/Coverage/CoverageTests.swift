import Testing

@Suite struct CoverageTests {
    @Test(arguments: [
        ("StoreKit", "SKProduct.price"), ("StoreKitTest", "SKTestSession.storefront"),
    ])
    func `the article and the module agree`(name: String, known: String) throws {
        let module = try ModuleSymbols.extract(from: name)
        try #require(module.own.contains(known))
        let differences = CoverageDifferences(try .read(of: name), module)
        #expect(differences.undocumented == [], "declared, but the article has no row")
        #expect(differences.absent == [], "a row says here, but the module lacks it")
        #expect(differences.present == [], "a row says not here, but the module has it")
    }

    @Test(arguments: ["StoreKit", "StoreKitTest"])
    func `every row of the article says whether the symbol is here`(name: String) throws {
        #expect(try CoverageArticle.read(of: name).unclear == [])
    }

    @Test func `rows are read with their status`() {
        let article = CoverageArticle(
            text: """
                | Symbol | Status | Remark |
                |---|---|---|
                | `A.f(_:)` | here | `Int` |
                | `B` | not here | A view. |
                | `C` | soon | |
                """
        )
        #expect(article.here == ["A.f(_:)"])
        #expect(article.missing == ["B"])
        #expect(article.unclear == ["C"])
    }

    @Test func `a symbol without a row is named`() {
        let module = ModuleSymbols(own: ["A", "A.f()"], inherited: ["A.hash"])
        let differences = CoverageDifferences(CoverageArticle(text: "| `A` | here | |"), module)
        #expect(differences == CoverageDifferences(undocumented: ["A.f()"]))
    }

    @Test func `an overload without a row of its own is named`() {
        let module = ModuleSymbols(own: ["A.f(_:)", "A.f(_:)"], inherited: [])
        let article = CoverageArticle(text: "| `A.f(_:)` | here | `Int` |")
        #expect(
            CoverageDifferences(article, module) == CoverageDifferences(undocumented: ["A.f(_:)"])
        )
    }

    @Test func `a row for what the module lacks is named`() {
        let module = ModuleSymbols(own: ["A"], inherited: ["A.hash"])
        let article = CoverageArticle(
            text: """
                | `A` | here | |
                | `A` | here | another overload |
                | `A.hash` | here | |
                | `B` | here | |
                """
        )
        #expect(CoverageDifferences(article, module) == CoverageDifferences(absent: ["A", "B"]))
    }

    @Test func `a row that denies what the module has is named`() {
        let module = ModuleSymbols(own: ["A"], inherited: ["B"])
        let article = CoverageArticle(
            text: """
                | `A` | here | |
                | `A` | not here | |
                | `B` | not here | |
                """
        )
        #expect(CoverageDifferences(article, module) == CoverageDifferences(present: ["A", "B"]))
    }
}
