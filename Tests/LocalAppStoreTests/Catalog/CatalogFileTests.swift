import Foundation
import LocalAppStore
import Testing

@Suite struct CatalogFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: UUID().uuidString,
        directoryHint: .isDirectory
    )

    @Test func `a file is read`() throws {
        try inFolder { folder in
            let url = folder.appending(path: "Shop.storekit")
            try Data(#"{"identifier": "x"}"#.utf8).write(to: url)
            #expect(try Catalog(contentsOf: url).identifier == "x")
        }
    }

    @Test func `a link to a file is followed`() throws {
        try inFolder { folder in
            let url = folder.appending(path: "Shop.storekit")
            let link = folder.appending(path: "Link.storekit")
            try Data("{}".utf8).write(to: url)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
            #expect(try Catalog(contentsOf: link) == Catalog())
        }
    }

    @Test func `an error in a file names the file`() throws {
        try inFolder { folder in
            let url = folder.appending(path: "Broken.storekit")
            try Data("{".utf8).write(to: url)
            let reason = "not JSON at line 1, column 2: expected a key in quotes"
            expect(CatalogError(fileName: "Broken.storekit", reason: reason), reading: url)
        }
    }

    @Test func `a missing file is an error`() throws {
        try inFolder { folder in
            let reason = "there is no such file in \(folder.path)"
            expect(
                CatalogError(fileName: "None.storekit", reason: reason),
                reading: folder.appending(path: "None.storekit")
            )
        }
    }

    @Test func `a folder is an error`() throws {
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

    @Test func `a device is an error`() {
        expect(
            CatalogError(fileName: "zero", reason: "expected a regular file"),
            reading: URL(filePath: "/dev/zero")
        )
    }

    @Test func `an address that is no file's is an error`() throws {
        let url = try #require(URL(string: "https://example.com/Shop.storekit"))
        let reason =
            "expected the address of a file, but found https://example.com/Shop.storekit"
        expect(CatalogError(fileName: "Shop.storekit", reason: reason), reading: url)
    }

    @Test func `a file over the limit is an error, and one at the limit is not`() throws {
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
