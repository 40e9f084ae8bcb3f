// The samples are Swift 6, and run once.
#if swift(>=6)
import Foundation
import Testing

/// Holds that what the documentation shows does what it says, with the documentation's own files.
@Suite(.timeLimit(.minutes(10)))
struct SampleRunTests {
    @Test func `every sample of the documentation runs`() async throws {
        try await Toolchain.withTemporaryFolder { folder in
            let program = SampleProgram(of: try Snippet.all(), in: folder)
            try #require(program.samples.count > 40)
            #expect(try program.uncalledSamples() == [])
            try Self.writeFiles(to: folder)
            try await program.build()
            let tests = try await program.run("--no-parallel")
            #expect(tests.status == 0, "\(tests.text)")
            for (name, source) in program.samples where !source.isDeclarations {
                #expect(tests.text.contains("\(name)() passed"), "\(name) did not run.")
            }
            let xctests = try await program.run("--xctest")
            #expect(xctests.status == 0, "\(xctests.text)")
            #expect(xctests.text.contains("Executed 2 tests, with 0 failures"), "\(xctests.text)")
        }
    }

    /// Writes the files of the article *Configuration files*.
    private static func writeFiles(to folder: URL) throws {
        let page = "Sources/StoreTesting/Documentation.docc/ConfigurationFiles.md"
        let text = try #require(try Snippet.pages()[page])
        for match in text.matches(of: #/```json\n(.+?)\n```/#.dotMatchesNewlines()) {
            let isHosted = match.1.contains(#""content" :"#)
            let name = isHosted ? "Products.hosted.json" : "Products.storekit"
            try Data(match.1.utf8).write(to: folder.appendingPathComponent(name))
        }
        let map = folder.appendingPathComponent("Map")
        try FileManager.default.createDirectory(at: map, withIntermediateDirectories: true)
        for name in ["Map/map.png", "legend.txt"] {
            try Data(count: 1000).write(to: folder.appendingPathComponent(name))
        }
    }
}
#endif
