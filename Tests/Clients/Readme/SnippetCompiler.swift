import Foundation

/// The compiler, asked once about many snippets.
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

    /// What the snippets leave to the app that they belong to.
    private static let app = "Tests/Fixtures/Snippets/App.swift"

    private static var languageMode: String {
        #if swift(>=6)
        "6"
        #else
        "5"
        #endif
    }
}
