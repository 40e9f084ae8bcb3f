import Foundation
import LocalAppStore
import Testing

@Suite(.enabled(if: SampleCatalogs() != nil, "the samples are not beside the checkout"))
struct SampleCatalogTests {
    @Test func `every sample says what the index says of it`() throws {
        let samples = try #require(SampleCatalogs())
        let read = try samples.files.map { url in
            SampleCatalogs.Row(
                fileName: url.lastPathComponent,
                catalog: try Catalog(contentsOf: url)
            )
        }
        let expected = try samples.rows
        #expect(!expected.isEmpty)
        #expect(
            read.sorted { $0.fileName < $1.fileName }
                == expected.sorted { $0.fileName < $1.fileName }
        )
    }
}
