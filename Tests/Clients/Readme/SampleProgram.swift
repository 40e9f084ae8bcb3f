import Foundation

/// A program that runs the samples of the documentation: statements as tests with a store each,
/// and tests as they are.
struct SampleProgram {
    private let folder: URL
    /// The samples by their names, such as `Purchasing_2`.
    let samples: [(name: String, source: SnippetSource)]

    init(of snippets: [Snippet], in folder: URL) {
        self.folder = folder
        var counts: [String: Int] = [:]
        samples = snippets.enumerated().map { number, snippet in
            let page = URL(fileURLWithPath: snippet.page).deletingPathExtension().lastPathComponent
            counts[page, default: 0] += 1
            let name = "\(page)_\(counts[page] ?? 0)"
            return (name, SnippetSource(snippet: snippet, number: number, runningName: name))
        }
        .filter { _, source in source.snippet.fragmentReason == nil && !source.isManifest }
    }

    /// The samples that are declarations and no tests: they run only if one of `Calls` calls them.
    func uncalledSamples() throws -> [String] {
        let calls = try String(contentsOf: Self.fixture("Calls.swift"), encoding: .utf8)
        return samples.filter { name, source in
            source.isDeclarations && !calls.contains("\(name)()")
                && !["@Test", "@Suite", "XCTestCase"].contains(where: source.snippet.code.contains)
        }
        .map(\.name)
    }

    /// Compiles the program beside the files of the articles.
    func build() async throws {
        let files = try sources.map { name, text in
            let file = folder.appendingPathComponent(name + ".swift")
            try Data(text.utf8).write(to: file)
            return file.path
        }
        let output = try await Toolchain.run(
            ["swiftc", "-wmo", "-parse-as-library", "-suppress-warnings", "-swift-version", "6"]
                + ["-module-name", "Samples", "-o", program.path]
                + (try Toolchain.searchOptions()) + files
                + ["App.swift", "Shop.swift", "Calls.swift"].map { Self.fixture($0).path }
                + ["@" + (try writeObjects()).path, "-lsqlite3", "-lstdc++", "-l_FoundationICU"]
        )
        guard output.status == 0 else { throw Toolchain.Failure(reason: output.text) }
    }

    /// Runs the tests of one of the two libraries, for two minutes at most.
    func run(_ arguments: String...) async throws -> Toolchain.Output {
        try await Toolchain.run(
            ["env", "--chdir=" + folder.path, "ENTITLEMENTS_KEY=key", "timeout", "120"]
                + [program.path] + arguments
        )
    }

    /// The texts of the program's files, by their names.
    var sources: [String: String] {
        let texts = samples.map { ($0.name, $0.source.text) }
        return Dictionary(uniqueKeysWithValues: [("Main", main)] + texts)
    }

    private var program: URL { folder.appendingPathComponent("samples") }

    private static func fixture(_ name: String) -> URL {
        Snippet.checkout.appendingPathComponent("Tests/Fixtures/Snippets/" + name)
    }

    /// The objects of the modules that this test was linked from, without the tests.
    private func writeObjects() throws -> URL {
        let products = try Toolchain.modulesFolder().deletingLastPathComponent()
        let product = try FileManager.default.contentsOfDirectory(atPath: products.path)
            .first { $0.hasSuffix("PackageTests.product") }
        let list = products.appendingPathComponent((product ?? "") + "/Objects.LinkFileList")
        let tests = #/(Tests|ClientsInSwift\d|storectl|demo|crash_harness)\.build\/|\.product\//#
        let objects = try String(contentsOf: list, encoding: .utf8)
            .split(separator: "\n").filter { $0.firstMatch(of: tests) == nil }
        let file = folder.appendingPathComponent("objects")
        try Data(objects.joined(separator: "\n").utf8).write(to: file)
        return file
    }

    // XCTest has no tests of other names than these, and runs on the main thread.
    private var main: String {
        """
        import Dispatch
        @_spi(ForToolsIntegrationOnly) import Testing
        import XCTest

        @main struct Main {
            static func main() {
                if CommandLine.arguments.contains("--xctest") {
                    XCTMain([\(testCases)], arguments: ["samples"])
                }
                Task {
                    try await Shop.open()
                    await Testing.__swiftPMEntryPoint() as Never
                }
                dispatchMain()
            }
        }

        """
    }

    private var testCases: String {
        samples.flatMap { name, source in
            source.snippet.code.matches(of: #/class (\w+): XCTestCase/#).map { type in
                let type = "\(name).\(type.1)"
                let tests = source.snippet.code.matches(of: #/func (test\w+)\(\)( async)?/#)
                let entries = tests.map { test in
                    "(\"\(test.1)\", \(test.2 == nil ? "" : "asyncTest")(\(type).\(test.1)))"
                }
                let method = "(\(type)) -> () throws -> Void"
                return "testCase([\(entries.joined(separator: ", "))] as [(String, \(method))])"
            }
        }
        .joined(separator: ", ")
    }
}
