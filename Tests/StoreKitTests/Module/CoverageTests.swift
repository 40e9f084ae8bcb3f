import Foundation
import Testing

@Suite("Coverage articles")
struct CoverageTests {
    // An article lists no symbol without a remark. The numbers cover the rest: compare a public
    // symbol with Apple's documentation before you add or remove it.
    @Test(
        "The articles and the module agree",
        arguments: [
            ("StoreKit", ["SKProduct.price", "Transaction.updates"], 1004),
            ("StoreKitTest", ["SKTestSession.storefront"], 166),
        ]
    )
    func agreement(name: String, known: [String], count: Int) async throws {
        let module = try await ModuleSymbols.extract(from: name)
        try #require(Set(known).isSubset(of: module.own))
        let differences = CoverageDifferences(try .read(of: name), module)
        #expect(differences.absent == [], "a row says here, but the module lacks it")
        #expect(differences.present == [], "a row says not here, but the module has it")
        #expect(module.own.count == count, "public symbols that the module declares")
    }

    @Test(
        "Every row of the articles has a valid status and says something",
        arguments: ["StoreKit", "StoreKitTest"]
    )
    func status(name: String) throws {
        let article = try CoverageArticle.read(of: name)
        #expect(article.unclear == [], "neither here nor not here")
        #expect(article.silent == [], "here, without a remark")
    }

    @Test("Rows are decoded with their status")
    func decoding() {
        let article = CoverageArticle(
            text: """
                | Symbol | Status | Remark |
                |---|---|---|
                | `A.f(_:)` | here | `Int` |
                | `A.g()` | here | |
                | `B` | not here | A view. |
                | `C` | soon | |
                """
        )
        #expect(article.here == ["A.f(_:)", "A.g()"])
        #expect(article.silent == ["A.g()"])
        #expect(article.missing == ["B"])
        #expect(article.unclear == ["C"])
    }

    @Test("A row for a missing symbol is reported")
    func missingSymbol() {
        let module = ModuleSymbols(own: ["A"], inherited: ["A.hash"])
        let article = CoverageArticle(
            text: """
                | `A` | here | A class. |
                | `A` | here | Another overload. |
                | `A.hash` | here | Inherited. |
                | `B` | here | A class. |
                """
        )
        #expect(CoverageDifferences(article, module) == CoverageDifferences(absent: ["A", "B"]))
    }

    @Test("A row that wrongly says a symbol is not here is reported")
    func wronglyMissing() {
        let module = ModuleSymbols(own: ["A"], inherited: ["B"])
        let article = CoverageArticle(
            text: """
                | `A` | here | A class. |
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
    /// The symbols that are here and have no remark.
    private(set) var silent: [String] = []
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
        let texts = cells.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "` ")) }
        switch texts.dropFirst(2).first {
        case "here":
            here.append(texts[1])
            if texts.dropFirst(3).allSatisfy(\.isEmpty) { silent.append(texts[1]) }
        case "not here": missing.append(texts[1])
        default: unclear.append(texts[1])
        }
    }
}

/// The symbols on which an article and a module disagree.
struct CoverageDifferences: Equatable {
    /// Symbols with a row "here" that the module lacks.
    var absent: [String] = []
    /// Symbols with a row "not here" that the module has.
    var present: [String] = []

    init(absent: [String] = [], present: [String] = []) {
        self.absent = absent
        self.present = present
    }

    /// Counts, because an overloaded symbol has a row for each overload with a remark.
    init(_ article: CoverageArticle, _ module: ModuleSymbols) {
        let symbols = module.own + module.inherited
        var left = symbols.reduce(into: [:]) { counts, name in counts[name, default: 0] += 1 }
        absent = article.here.filter { name in
            left[name, default: 0] -= 1
            return left[name, default: 0] < 0
        }.sorted()
        present = Set(article.missing).intersection(symbols).sorted()
    }
}
