import Foundation
import Testing

@Suite("Coverage articles")
struct CoverageTests {
    @Test(
        "The articles and the module agree",
        arguments: [
            ("StoreKit", ["SKProduct.price", "Transaction.updates"]),
            ("StoreKitTest", ["SKTestSession.storefront"]),
        ]
    )
    func agreement(name: String, known: [String]) async throws {
        let module = try await ModuleSymbols.extract(from: name)
        try #require(Set(known).isSubset(of: module.own))
        let differences = CoverageDifferences(try .read(of: name), module)
        #expect(differences.undocumented == [], "declared, but no article has a row")
        #expect(differences.absent == [], "a row says here, but the module lacks it")
        #expect(differences.present == [], "a row says not here, but the module has it")
    }

    @Test(
        "Every row of the articles has a valid status",
        arguments: ["StoreKit", "StoreKitTest"]
    )
    func status(name: String) throws {
        #expect(try CoverageArticle.read(of: name).unclear == [])
    }

    @Test("Rows are decoded with their status")
    func decoding() {
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

    @Test("A symbol without a row is reported")
    func missingRow() {
        let module = ModuleSymbols(own: ["A", "A.f()"], inherited: ["A.hash"])
        let differences = CoverageDifferences(CoverageArticle(text: "| `A` | here | |"), module)
        #expect(differences == CoverageDifferences(undocumented: ["A.f()"]))
    }

    @Test("An overload without a row of its own is reported")
    func missingOverload() {
        let module = ModuleSymbols(own: ["A.f(_:)", "A.f(_:)"], inherited: [])
        let article = CoverageArticle(text: "| `A.f(_:)` | here | `Int` |")
        #expect(
            CoverageDifferences(article, module) == CoverageDifferences(undocumented: ["A.f(_:)"])
        )
    }

    @Test("A row for a missing symbol is reported")
    func missingSymbol() {
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

    @Test("A row that wrongly says a symbol is not here is reported")
    func wronglyMissing() {
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

/// The symbols in the rows of a module's Coverage articles, by status.
struct CoverageArticle {
    private(set) var here: [String] = []
    private(set) var missing: [String] = []
    /// The rows whose status is neither "here" nor "not here".
    private(set) var unclear: [String] = []

    init(text: String) {
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            add(line.split(separator: "|", omittingEmptySubsequences: false))
        }
    }

    /// Reads all articles of a module whose file names begin with "Coverage".
    static func read(of module: String) throws -> CoverageArticle {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Sources/\(module)/Documentation.docc")
        let articles = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        let texts = try articles.filter { $0.lastPathComponent.hasPrefix("Coverage") }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        return CoverageArticle(text: texts.joined(separator: "\n"))
    }

    private mutating func add(_ cells: [Substring]) {
        let symbol = cells[1].trimmingCharacters(in: CharacterSet(charactersIn: "` "))
        switch cells.dropFirst(2).first?.trimmingCharacters(in: .whitespaces) {
        case "here": here.append(symbol)
        case "not here": missing.append(symbol)
        default: unclear.append(symbol)
        }
    }
}

/// The symbols on which an article and a module disagree.
struct CoverageDifferences: Equatable {
    /// Symbols of the module without a row.
    var undocumented: [String] = []
    /// Symbols with a row "here" that the module lacks.
    var absent: [String] = []
    /// Symbols with a row "not here" that the module has.
    var present: [String] = []

    init(undocumented: [String] = [], absent: [String] = [], present: [String] = []) {
        self.undocumented = undocumented
        self.absent = absent
        self.present = present
    }

    /// Counts, because an overloaded symbol has one row for each overload.
    init(_ article: CoverageArticle, _ module: ModuleSymbols) {
        undocumented = Self.excess(of: module.own, over: article.here)
        absent = Self.excess(of: article.here, over: module.own + module.inherited)
        present = Set(article.missing).intersection(module.own + module.inherited).sorted()
    }

    private static func excess(of some: [String], over others: [String]) -> [String] {
        var left = others.reduce(into: [:]) { counts, name in counts[name, default: 0] += 1 }
        return some.filter { name in
            left[name, default: 0] -= 1
            return left[name, default: 0] < 0
        }.sorted()
    }
}
