import Foundation

/// What the article about coverage says of each symbol.
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

    static func read(of module: String) throws -> CoverageArticle {
        let article = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Sources/\(module)/Documentation.docc/Coverage.md")
        return CoverageArticle(text: try String(contentsOf: article, encoding: .utf8))
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
