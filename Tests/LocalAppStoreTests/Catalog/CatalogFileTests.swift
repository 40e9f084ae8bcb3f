import Foundation
import LocalAppStore
import Testing

@Suite("Catalog files")
struct CatalogFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: UUID().uuidString,
        directoryHint: .isDirectory
    )

    @Test("A file is read")
    func file() throws {
        try inFolder { folder in
            let url = folder.appending(path: "Shop.storekit")
            try Data(#"{"identifier": "x"}"#.utf8).write(to: url)
            #expect(try Catalog(contentsOf: url).identifier == "x")
        }
    }

    @Test("A link to a file is followed")
    func symbolicLink() throws {
        try inFolder { folder in
            let url = folder.appending(path: "Shop.storekit")
            let link = folder.appending(path: "Link.storekit")
            try Data("{}".utf8).write(to: url)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
            #expect(try Catalog(contentsOf: link) == Catalog())
        }
    }

    @Test("An error in a file names the file")
    func errorInFile() throws {
        try inFolder { folder in
            let url = folder.appending(path: "Broken.storekit")
            try Data("{".utf8).write(to: url)
            let reason = "not JSON at line 1, column 2: expected a key in quotes"
            expect(CatalogError(fileName: "Broken.storekit", reason: reason), reading: url)
        }
    }

    @Test("A missing file is an error")
    func missingFile() throws {
        try inFolder { folder in
            let reason = "there is no such file in \(folder.path)"
            expect(
                CatalogError(fileName: "None.storekit", reason: reason),
                reading: folder.appending(path: "None.storekit")
            )
        }
    }

    @Test("A folder is an error")
    func directory() throws {
        try inFolder { folder in
            expect(
                CatalogError(
                    fileName: folder.lastPathComponent,
                    reason: "expected a file, but found a folder"
                ),
                reading: folder
            )
        }
    }

    @Test("A device is an error")
    func device() {
        expect(
            CatalogError(fileName: "zero", reason: "expected a regular file"),
            reading: URL(filePath: "/dev/zero")
        )
    }

    @Test("A URL that is not a file URL is an error")
    func remoteURL() throws {
        let url = try #require(URL(string: "https://example.com/Shop.storekit"))
        let reason =
            "expected the address of a file, but found https://example.com/Shop.storekit"
        expect(CatalogError(fileName: "Shop.storekit", reason: reason), reading: url)
    }

    @Test("A file over the limit is an error, and one at the limit is not")
    func sizeLimit() throws {
        try inFolder { folder in
            let url = folder.appending(path: "Large.storekit")
            let limit = 16 * 1024 * 1024
            try (Data("{}".utf8) + Data(repeating: 0x20, count: limit - 2)).write(to: url)
            #expect(try Catalog(contentsOf: url) == Catalog())
            try (Data("{}".utf8) + Data(repeating: 0x20, count: limit - 1)).write(to: url)
            expect(
                CatalogError(fileName: "Large.storekit", reason: "expected at most 16 MiB"),
                reading: url
            )
        }
    }

    private func expect(_ error: CatalogError, reading url: URL) {
        #expect(throws: error) { try Catalog(contentsOf: url) }
    }

    private func inFolder(_ body: (URL) throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }
}
