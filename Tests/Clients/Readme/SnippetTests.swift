import Foundation
import LocalAppStore
import Testing

/// Checks that the documentation's snippets compile within an app.
@Suite(.timeLimit(.minutes(10)))
struct SnippetTests {
    @Test func `every snippet of the documentation compiles`() async throws {
        let snippets = try Snippet.all()
        try #require(snippets.count > 40)
        let errors = try await SnippetCompiler.errors(in: snippets)
        #expect(errors.isEmpty, "\(errors.joined(separator: "\n"))")
    }

    @Test func `a snippet that names what does not exist is found out`() async throws {
        let text = """
            Some text.

            ```swift
            SwiftyStoreKit.purchaseEverything()
            ```

            ```swift
            import SwiftyStoreKit

            struct Shop {
                let session: SKTestSession
            }
            ```

            <!-- fragment: it is not whole -->
            ```swift
            SwiftyStoreKit.purchaseEverything(
            ```
            """
        let lines = try await SnippetCompiler.errors(in: Snippet.all(in: text, page: "Page.md"))
        #expect(lines.count == 3, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("Page.md:4:") && $0.contains("purchaseEverything") })
        #expect(lines.contains { $0.hasPrefix("Page.md:11:") && $0.contains("SKTestSession") })
        #expect(lines.contains { $0.hasPrefix("Page.md:18:") })
    }

    @Test func `every configuration file of the documentation can be read`() throws {
        let page = "Sources/StoreTesting/Documentation.docc/ConfigurationFiles.md"
        let text = try #require(try Snippet.pages()[page])
        let matches = text.matches(of: #/```json\n(.+?)\n```/#.dotMatchesNewlines())
        try #require(!matches.isEmpty)
        let texts = matches.map { String($0.1) }
        let hosted = texts.filter { $0.contains(#""content" :"#) }
        let catalogs = texts.filter { !hosted.contains($0) }
        for text in catalogs {
            let catalog = try Catalog(data: Data(text.utf8), fileName: "Page.storekit")
            #expect(Set(catalog.products.map(\.kind)).count == CatalogProduct.Kind.allCases.count)
        }
        let products = try #require(catalogs.first)
        #expect(hosted.count == 1)
        for text in hosted {
            #expect(try Self.content(of: text, products: products) > 0)
        }
    }

    /// The number of contents that a file declares beside a file of products.
    private static func content(of text: String, products: String) throws -> Int {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("Map"),
            withIntermediateDirectories: true
        )
        let files = [
            "legend.txt": "", "Page.hosted.json": text, "Page.storekit": products,
        ]
        for (name, text) in files {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        let catalog = try Catalog(contentsOf: folder.appendingPathComponent("Page.storekit"))
        return catalog.products.map(\.hostedContent.count).reduce(0, +)
    }

    @Test func `no code of the documentation is left out`() throws {
        for (page, text) in try Snippet.pages() {
            let fences = text.components(separatedBy: "```swift").count - 1
            #expect(Snippet.all(in: text, page: page).count == fences, "\(page)")
        }
    }

    @Test func `every link of the readme leads to a file`() throws {
        for page in ["README.md", "CONTRIBUTING.md"] {
            let text = try #require(try Snippet.pages()[page])
            let links = text.matches(of: #/\](?:\(|: )([^)#:\s]+)(#[^)]*)?(\)|\n)/#)
            #expect(!links.isEmpty)
            for link in links {
                let file = Snippet.checkout.appendingPathComponent(String(link.1))
                #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(link.1)")
            }
        }
    }
}
