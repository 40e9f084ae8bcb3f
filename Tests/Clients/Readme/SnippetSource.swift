import Foundation

/// A snippet as a source file, whose diagnostics name the page and the line.
struct SnippetSource {
    let snippet: Snippet
    /// Distinguishes the snippet's declarations from other snippets'.
    let number: Int

    /// The sample's test or, around declarations, the type that they become members of; `nil` for a
    /// source that is only compiled.
    var runningName: String?

    var text: String {
        let (opening, end) = frame
        return """
            \(preamble.joined(separator: "\n"))
            #sourceLocation(file: "\(snippet.page)", line: \(snippet.line))
            \(opening)
            \(body)
            \(end)

            """
    }

    private var lines: [Substring] {
        snippet.code.split(separator: "\n", omittingEmptySubsequences: false)
    }

    // Statements, even those that are only parsed, must not stand at the top of the file.
    private var preamble: [String] {
        if isFragment { return imports + ["func snippet\(number)() {"] }
        return runningName == nil ? imports : imports + ["import StoreTesting", "import Testing"]
    }

    // A snippet with imports must import all that it needs. One without imports belongs to an app
    // that has them.
    private var imports: [String] {
        let own = lines.enumerated().filter { Self.isImport($0.element) }
        guard own.isEmpty else {
            return own.map { index, line in
                "#sourceLocation(file: \"\(snippet.page)\", line: \(snippet.line + 1 + index))\n"
                    + line
            }
        }
        return isManifest ? ["import PackageDescription"] : Self.usualImports
    }

    // The lines of imports stay as empty lines, so that the numbers of the others do not change.
    private var body: String {
        lines.map { Self.isImport($0) ? "" : $0 }.joined(separator: "\n")
    }

    /// The lines around the code that make it a whole file.
    private var frame: (opening: String, end: String) {
        if isFragment { return ("#if false", "#endif\n}") }
        let statements = topLevel
        if statements.contains(where: { $0.hasPrefix("let package = Package(") }) {
            return ("func manifest\(number)() {", "}")
        }
        if statements.contains(where: { $0.hasPrefix(".package(") }) {
            return ("func dependencies\(number)() -> [Package.Dependency] { [", "] }")
        }
        if statements.contains(where: { $0.hasPrefix(".testTarget(") }) {
            return ("func targets\(number)() -> [Target] { [", "] }")
        }
        if statements.contains(where: { $0.hasPrefix("extension ") }) { return ("", "") }
        if isDeclarations {
            let type = runningName.map { "@Suite(.timeLimit(.minutes(10))) struct \($0)" }
            return ((type ?? "enum Snippet\(number)") + " {", "}")
        }
        guard let runningName else {
            return ("@MainActor func snippet\(number)() async throws {", "}")
        }
        return (
            "@MainActor @Test(.timeLimit(.minutes(10)), .store(contentsOf: Shop.file))"
                + " func \(runningName)() async throws { func sample() async throws {",
            "}; try await Shop.run(\"\(runningName)\", sample) }"
        )
    }

    /// Whether all of the snippet are declarations, so that nothing of it runs by itself.
    var isDeclarations: Bool { topLevel.allSatisfy(Self.isDeclaration) }

    private var isFragment: Bool { snippet.fragmentReason != nil }

    /// Whether the snippet is a manifest, or a part of one.
    var isManifest: Bool {
        topLevel.contains {
            [".package(", ".testTarget(", "let package = "].contains(where: $0.hasPrefix)
        }
    }

    /// The lines that begin a statement or a declaration of the snippet, and no import.
    private var topLevel: [Substring] {
        lines.filter { line in
            guard let first = line.first, !first.isWhitespace, !Self.isImport(line) else {
                return false
            }
            return !"})]#".contains(first) && !line.hasPrefix("//")
        }
    }

    private static func isImport(_ line: Substring) -> Bool {
        line.hasPrefix("import ")
    }

    private static func isDeclaration(_ line: Substring) -> Bool {
        line.contains(
            #/^(@|(public |private |final )*(struct|class|enum|actor|protocol|func) )/#
        )
    }

    private static let usualImports = [
        "AppReceipt", "Foundation", "LocalAppStore", "ReceiptValidation", "StoreKit",
        "StoreKitTest", "StoreTesting", "SwiftyStoreKit", "Testing",
    ].map { "import \($0)" }
}
