import Foundation
import LocalAppStore
import Testing

@Suite("Files that declare hosted content")
struct HostedContentFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let products = """
            {"products": [
                {"productID": "map", "type": "NonConsumable", "displayPrice": "0.99"},
                {"productID": "level", "type": "NonConsumable", "displayPrice": "0.99"},
                {"productID": "coins", "type": "Consumable", "displayPrice": "0.99"}
            ], "version": {"major": 4, "minor": 0}}
            """
        try folder.write(products, to: "Shop.storekit")
        try folder.write("A map.", to: "Map/map.txt")
        try folder.write("Legend", to: "Map/legend.txt")
        try folder.write("Legend", to: "legend.txt")
    }

    @Test("Without the file, a catalog hosts nothing")
    func noFile() throws {
        let catalog = try catalog()
        #expect(catalog.products.allSatisfy { $0.hostedContent.isEmpty })
        #expect(catalog.downloadSettings == DownloadSettings())
    }

    @Test("Every key is read, and paths start at the file's folder")
    func keys() throws {
        try write(
            """
            {"bytesPerSecond": 2000, "content": [
                {"productID": "map", "version": "2.1", "folder": "Map"},
                {"productID": "map", "contentIdentifier": "legend", "files": ["legend.txt"],
                    "size": 5000, "failure": "timedOut", "failsAfter": 100}
            ]}
            """
        )
        let catalog = try catalog()
        #expect(catalog.downloadSettings.bytesPerSecond == 2000)
        let place = folder.url.standardizedFileURL
        let expected = [
            HostedContent(
                identifier: "map",
                version: "2.1",
                source: .folder(place.appendingPathComponent("Map"))
            ),
            HostedContent(
                identifier: "legend",
                version: "1.0",
                source: .files([place.appendingPathComponent("legend.txt")]),
                statedLength: 5000,
                plannedFailure: PlannedDownloadFailure(.timedOut, afterLength: 100)
            ),
        ]
        #expect(catalog.product(withIdentifier: "map")?.hostedContent.paths == expected.paths)
        #expect(catalog.product(withIdentifier: "level")?.hostedContent == [])
    }

    @Test("A product alone is enough: content without files")
    func least() throws {
        try write(#"{"content": [{"productID": "level"}]}"#)
        let content = HostedContent(identifier: "level", version: "1.0")
        #expect(try catalog().product(withIdentifier: "level")?.hostedContent == [content])
    }

    @Test(
        "An error names the file, the path in it and what was expected",
        arguments: [
            ("[]", ": expected an object, but found a list"),
            (
                #"{"contents": []}"#,
                #", contents: unknown member; expected one of "bytesPerSecond", "content""#
            ),
            (#"{"bytesPerSecond": 0}"#, ", bytesPerSecond: expected a number of bytes from 1 to "),
            (#"{"content": [{}]}"#, ", content[0].productID: expected an identifier, but it is"),
            (
                #"{"content": [{"productID": "mop"}]}"#,
                #", content[0].productID: expected the identifier of a product of the store, "#
                    + #"but found "mop". Did you mean "map"?"#
            ),
            (
                #"{"content": [{"productID": "coins"}]}"#,
                ", content[0].productID: expected a non-consumable, as only these have content"
            ),
            (
                #"{"content": [{"productID": "map"}, {"productID": "map"}]}"#,
                ", content[1].productID: expected a unique content identifier"
            ),
            (
                #"{"content": [{"productID": "map", "fodler": "Map"}]}"#,
                #", content[0].fodler: unknown member; expected one of "productID", "#
            ),
            (
                #"{"content": [{"productID": "map", "folder": "Maps"}]}"#,
                ", content[0].folder: expected the path of a folder, from /"
            ),
            (
                #"{"content": [{"productID": "map", "folder": "legend.txt"}]}"#,
                ", content[0].folder: expected the path of a folder, from /"
            ),
            (
                #"{"content": [{"productID": "map", "files": ["Map"]}]}"#,
                ", content[0].files[0]: expected the path of a file, from /"
            ),
            (
                #"{"content": [{"productID": "map", "files": ["legend.txt", "Map/legend.txt"]}]}"#,
                ", content[0].files[1]: expected files with different names"
            ),
            (
                #"{"content": [{"productID": "map", "folder": "Map", "files": ["legend.txt"]}]}"#,
                ", content[0].files: expected either a folder or files"
            ),
            (
                #"{"content": [{"productID": "map", "size": -1}]}"#,
                ", content[0].size: expected a number of bytes from 0 to 1125899906842624, "
                    + "but found -1"
            ),
            (
                #"{"content": [{"productID": "map", "failure": "rain"}]}"#,
                #", content[0].failure: expected one of "notConnectedToInternet", "#
            ),
            (
                #"{"content": [{"productID": "map", "failsAfter": 5}]}"#,
                ", content[0].failure: expected a failure, but it is missing"
            ),
        ]
    )
    func errors(text: String, message: String) throws {
        try write(text)
        let error = #expect(throws: CatalogError.self) { try catalog() }
        let description = error?.localizedDescription ?? ""
        #expect(description.hasPrefix("Shop.hosted.json" + message), "\(description)")
    }

    @Test("All mistakes of the file are in the error")
    func allMistakes() throws {
        try write(
            """
            {"bytesPerSecond": 0, "content": [
                {"productID": "mop", "folder": "Maps", "size": -1}, 5, {"productID": "coins"}
            ]}
            """
        )
        let error = try #require(throws: CatalogError.self) { try catalog() }
        #expect(
            error.mistakes.map(\.path) == [
                "bytesPerSecond", "content[0].productID", "content[0].folder", "content[0].size",
                "content[1]", "content[2].productID",
            ]
        )
    }

    private func write(_ text: String) throws {
        try folder.write(text, to: "Shop.hosted.json")
    }

    private func catalog() throws -> Catalog {
        try Catalog(contentsOf: folder.file("Shop.storekit"))
    }
}

extension [HostedContent] {
    /// The content with paths in place of addresses, which differ in form.
    fileprivate var paths: [String] {
        map { content in
            let source =
                switch content.source {
                case .none: ""
                case .folder(let url): url.path
                case .files(let urls): urls.map(\.path).joined(separator: " ")
                }
            return "\(content.identifier) \(content.version) \(source) "
                + "\(String(describing: content.statedLength)) "
                + "\(String(describing: content.plannedFailure))"
        }
    }
}
