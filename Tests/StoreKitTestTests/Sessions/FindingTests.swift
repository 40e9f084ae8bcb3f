import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

extension StoreInUse {
    @Suite("Finding a session's file")
    struct FindingTests {
        @Test("A file in a resource bundle is found by its name", arguments: ["", ".storekit"])
        func resource(suffix: String) throws {
            let session = try SKTestSession(configurationFileNamed: "Kiosk" + suffix)
            #expect(session.storefront == "FRA")
        }

        @Test("A file beside the program is found by its name")
        func besideProgram() throws {
            let name = UUID().uuidString
            let file = Bundle.main.bundleURL.appendingPathComponent(name + ".storekit")
            try FileManager.default.copyItem(at: SampleProducts.file, to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let session = try SKTestSession(configurationFileNamed: name)
            #expect(try session.bought(SampleProducts.hints).state == .purchased)
        }

        @Test("A folder named as a bundle is searched", arguments: [".resources", ".bundle"])
        func bundle(suffix: String) throws {
            let name = UUID().uuidString
            let folder = try TemporaryFolder(in: Bundle.main.bundleURL, suffix: suffix)
            try FileManager.default.copyItem(
                at: SampleProducts.file,
                to: folder.file(name + ".storekit")
            )
            let session = try SKTestSession(configurationFileNamed: name)
            #expect(try session.bought(SampleProducts.hints).state == .purchased)
        }

        @Test("The file of the test's own module is found before others of the name")
        func ownModule() throws {
            let name = UUID().uuidString
            let own = Bundle.module.bundleURL.appendingPathComponent(name + ".storekit")
            let kiosk = Bundle.module.bundleURL.appendingPathComponent("Kiosk.storekit")
            let other = Bundle.main.bundleURL.appendingPathComponent(name + ".storekit")
            for (file, copy) in [(kiosk, own), (SampleProducts.file, other)] {
                try FileManager.default.copyItem(at: file, to: copy)
            }
            defer { for file in [own, other] { try? FileManager.default.removeItem(at: file) } }
            #expect(try SKTestSession(configurationFileNamed: name).storefront == "FRA")
            #expect(try withStore(name) { $0.storefront } == "FRA")
        }

        @Test("Files of one name that differ are reported, those that are equal are not")
        func ambiguity() async {
            let result = await #expect(
                processExitsWith: .success,
                observing: [\.standardErrorContent]
            ) {
                let folders = try (0..<2).map { _ in
                    try TemporaryFolder(in: Bundle.main.bundleURL, suffix: ".resources")
                }
                for (index, folder) in folders.enumerated() {
                    let files = [("Equal", "{}"), ("Different", "{\"identifier\":\"\(index)\"}")]
                    for (name, text) in files {
                        let file = folder.file(name + ".storekit")
                        try Data(text.utf8).write(to: file)
                    }
                }
                for name in ["Equal", "Different", "Different"] {
                    _ = try SKTestSession(configurationFileNamed: name)
                }
                withExtendedLifetime(folders) {}
            }
            let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
                .split(separator: "\n").filter { $0.contains("Two files") }
            #expect(lines.count == 1)
            #expect(lines.first?.contains("Two files named Different.storekit differ") == true)
        }

        @Test("The error about a missing file names the file that was probably meant")
        func suggestion() throws {
            let error = try #require(throws: SKTestError.self) {
                try SKTestSession(configurationFileNamed: "Kiosks")
            }
            #expect(
                error.localizedDescription
                    .hasPrefix("Kiosks.storekit is missing. Did you mean \"Kiosk.storekit\"?")
            )
        }

        @Test("A file in the current folder is found by its name")
        func currentFolder() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                #expect(FileManager.default.changeCurrentDirectoryPath(folder.url.path))
                try FileManager.default.copyItem(
                    at: SampleProducts.file,
                    to: folder.file("Here.storekit")
                )
                let session = try SKTestSession(configurationFileNamed: "Here")
                #expect(try session.bought(SampleProducts.hints).state == .purchased)
            }
        }

        @Test("An unknown name fails with the places that were searched")
        func missing() throws {
            let error = try #require(throws: SKTestError.self) {
                try SKTestSession(configurationFileNamed: "Nowhere")
            }
            #expect(error.code == .fileNotFound)
            #expect(error.localizedDescription.hasPrefix("Nowhere.storekit"))
            let program = Bundle.main.bundleURL
            let places = [
                program.appendingPathComponent("Nowhere.storekit").path,
                program.appendingPathComponent(
                    "SwiftyStoreKit_StoreKitTestTests.resources/Nowhere.storekit"
                ).path,
                FileManager.default.currentDirectoryPath + "/Nowhere.storekit",
            ]
            for place in places {
                #expect(error.localizedDescription.contains(place))
            }
        }

        @Test("A malformed file fails with the mistake, and the store in use does not change")
        func malformed() async throws {
            let session = try SKTestSession.make()
            let folder = try TemporaryFolder()
            let file = folder.file("Broken.storekit")
            try Data("{\"products\": 7}".utf8).write(to: file)
            let error = try #require(throws: CatalogError.self) {
                try SKTestSession(contentsOf: file)
            }
            #expect(error.localizedDescription.contains("products"))
            #expect(try await ProductsLoader.products(SampleProducts.hints).count == 1)
            withExtendedLifetime(session) {}
        }

        @Test("A missing file fails")
        func absent() throws {
            let file = try TemporaryFolder().file("Absent.storekit")
            let error = try #require(throws: SKTestError.self) {
                try SKTestSession(contentsOf: file)
            }
            #expect(error.code == .fileNotFound)
            #expect(error.localizedDescription.contains("Absent.storekit"))
        }

        @Test("A URL that is not a file's is refused")
        func remote() throws {
            let url = try #require(URL(string: "https://example.com/Absent.storekit"))
            let error = try #require(throws: SKTestError.self) {
                try SKTestSession(contentsOf: url)
            }
            #expect(error.code == .invalidURL)
            #expect(error.localizedDescription.contains("https://example.com"))
        }
    }
}
