import Foundation

/// A piece of Swift code in a page of the documentation.
struct Snippet: Sendable {
    /// The path of the page from the top of the checkout.
    let page: String
    /// The line of the page that the code's fence stands on.
    let line: Int
    let code: String
    /// Why the code cannot be compiled here; nil for code that must compile.
    let fragmentReason: String?

    /// The pieces of a page, in their order.
    ///
    /// A line `<!-- fragment: reason -->` right above the fence marks one that is only parsed.
    static func all(in text: String, page: String) -> [Snippet] {
        var snippets: [Snippet] = []
        var code: [Substring]?
        var opening = 0
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if code == nil, trimmed == "```swift" {
                code = []
                opening = index
            } else if let body = code, trimmed == "```" {
                snippets.append(
                    Snippet(
                        page: page,
                        line: opening + 1,
                        code: body.joined(separator: "\n"),
                        fragmentReason: opening == 0 ? nil : reason(lines[opening - 1])
                    )
                )
                code = nil
            } else {
                code?.append(line)
            }
        }
        return snippets
    }

    private static func reason(_ line: Substring) -> String? {
        line.firstMatch(of: #/^<!-- fragment: (.+) -->$/#).map { String($0.1) }
    }
}

extension Snippet {
    /// The top of the checkout.
    static let checkout = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The pages of the documentation, with their text.
    static func pages() throws -> [String: String] {
        let catalogs = FileManager.default
            .enumerator(atPath: checkout.appendingPathComponent("Sources").path)?
            .compactMap { $0 as? String }
            .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
            .map { "Sources/" + $0 }
        let paths = ["README.md", "CONTRIBUTING.md"] + (catalogs ?? [])
        return try paths.reduce(into: [:]) { pages, path in
            pages[path] = try String(
                contentsOf: checkout.appendingPathComponent(path),
                encoding: .utf8
            )
        }
    }

    /// Every piece of Swift code in the documentation, by page and line.
    static func all() throws -> [Snippet] {
        try pages().sorted { $0.key < $1.key }.flatMap { all(in: $0.value, page: $0.key) }
    }
}

/// One run of the compiler for many snippets.
enum SnippetCompiler {
    /// The errors that it finds in the snippets, each with its page and line.
    static func errors(in snippets: [Snippet]) async throws -> [String] {
        try await Toolchain.withTemporaryFolder { folder in
            let files = try snippets.enumerated().map { number, snippet in
                let file = folder.appendingPathComponent("Snippet\(number).swift")
                try Data(SnippetSource(snippet: snippet, number: number).text.utf8).write(to: file)
                return file.path
            }
            let output = try await Toolchain.run(try await command + files)
            let errors = output.text.split(separator: "\n").map(String.init)
                .filter { $0.contains(": error: ") }
            guard output.status == 0 || !errors.isEmpty else {
                throw Toolchain.Failure(reason: output.text)
            }
            return errors
        }
    }

    private static var command: [String] {
        get async throws {
            ["swiftc", "-typecheck", "-parse-as-library", "-wmo", "-suppress-warnings"]
                + ["-module-name", "Snippets", "-swift-version", languageMode]
                + ["-enable-upcoming-feature", "MemberImportVisibility"]
                + ["-package-description-version", "6.2.0"]
                + (try Toolchain.searchOptions()) + (try await Toolchain.manifestOptions())
                + [Snippet.checkout.appendingPathComponent(app).path]
        }
    }

    /// The declarations that the snippets expect from their app.
    private static let app = "Tests/Fixtures/Snippets/App.swift"

    private static var languageMode: String {
        #if swift(>=6)
        "6"
        #else
        "5"
        #endif
    }
}
