import Foundation

/// A snippet as a source file, whose diagnostics name the page and the line.
struct SnippetSource {
    let snippet: Snippet
    /// Tells the snippet's declarations from those of others.
    let number: Int

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
        isFragment ? imports + ["func snippet\(number)() {"] : imports
    }

    // What a snippet imports itself must be all that it needs; one without imports belongs to an
    // app that has them.
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

    /// What the code is made a part of, so that it is a whole file.
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
        if statements.allSatisfy(Self.isDeclaration) { return ("enum Snippet\(number) {", "}") }
        return ("@MainActor func snippet\(number)() async throws {", "}")
    }

    private var isFragment: Bool { snippet.fragmentReason != nil }

    private var isManifest: Bool {
        topLevel.contains { $0.hasPrefix(".package(") || $0.hasPrefix(".testTarget(") }
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
