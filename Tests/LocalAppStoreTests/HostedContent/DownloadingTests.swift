import Foundation
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Downloading hosted content")
struct DownloadingTests {
    private let folder: TemporaryFolder
    private let source: URL

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("A map.", to: "Map/maps/one.txt")
        try folder.write("Its legend.", to: "Map/legend.txt")
        source = folder.url.appendingPathComponent("Map")
    }

    @Test("The content is in place, in Apple's layout, when the clock says so and not before")
    func content() throws {
        let store = try makeStore(.folder(source), length: 1000)
        let id = try store.buyLevel()
        #expect(try store.download(id)?.state == .waiting)
        try store.downloads.perform(.start, on: [id])
        try store.pass(4)
        let active = try #require(try store.download(id))
        #expect(active.state == .active)
        #expect(active.progress == 0.4)
        #expect(active.timeRemaining == 6)
        #expect(active.contentURL == nil)
        try store.pass(5.999)
        #expect(TemporaryFolder.names(in: store.contentFolder).isEmpty)
        try store.pass(0.001)
        let finished = try #require(try store.download(id))
        #expect(finished.state == .finished)
        #expect(finished.progress == 1)
        #expect(finished.timeRemaining == 0)
        let place = try #require(finished.contentURL)
        #expect(try text(place, "Contents/maps/one.txt") == "A map.")
        #expect(try text(place, "Contents/legend.txt") == "Its legend.")
        let info = try Data(contentsOf: place.appendingPathComponent("ContentInfo.plist"))
        let expected = ["ContentVersion": "1.2", "IAPProductIdentifier": "level"]
        #expect(
            try PropertyListSerialization.propertyList(from: info, format: nil)
                as? [String: String] == expected
        )
        #expect(TemporaryFolder.names(in: store.contentFolder).count == 1)
    }

    @Test("Without a stated size, the files' own counts")
    func length() throws {
        let store = try makeStore(.folder(source))
        let id = try store.buyLevel()
        #expect(try store.download(id)?.contentLength == 17)
        let files = try makeStore(.files([source, source.appendingPathComponent("legend.txt")]))
        #expect(try files.download(try files.buyLevel())?.contentLength == 28)
        #expect(files.catalog.product(withIdentifier: "level")?.hostedContentLengths == [28])
    }

    @Test("Files keep their names, and links are followed")
    func files() throws {
        let link = folder.file("legend")
        let legend = source.appendingPathComponent("legend.txt")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: legend)
        let store = try makeStore(.files([link, source]))
        let place = try #require(try downloaded(from: store)?.contentURL)
        let contents = place.appendingPathComponent("Contents")
        #expect(TemporaryFolder.names(in: contents) == ["Map", "legend"])
        #expect(try text(contents, "legend") == "Its legend.")
        #expect(try text(contents, "Map/legend.txt") == "Its legend.")
    }

    @Test("Content without files is an empty folder")
    func noFiles() throws {
        let store = try Store.make(.shop(hosting: .level))
        let place = try #require(try downloaded(from: store)?.contentURL)
        #expect(TemporaryFolder.names(in: place) == ["ContentInfo.plist", "Contents"])
        #expect(TemporaryFolder.names(in: place.appendingPathComponent("Contents")).isEmpty)
    }

    @Test("Each piece of content of a product is downloaded by itself")
    func pieces() throws {
        let more = HostedContent(identifier: "more", statedLength: 500)
        let store = try Store.make(.shop(hosting: .level, more))
        let entry = try store.pay("level").id
        #expect(
            try store.downloads.all(ofEntry: entry).map(\.id.contentIdentifier) == [
                "level", "more",
            ]
        )
        try store.downloads.perform(.start, on: try store.downloads.all(ofEntry: entry).map(\.id))
        try store.pass(5)
        #expect(try store.downloads.all(ofEntry: entry).map(\.state) == [.active, .finished])
        #expect(try store.downloads.all(ofEntry: entry).map(\.progress) == [0.5, 1])
    }

    @Test("Only what was paid for or restored, and is not finished, has downloads")
    func entitlement() throws {
        let store = try Store.make(.shop(hosting: .level))
        #expect(try store.downloads.all(ofEntry: store.pay("coins").id).isEmpty)
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let id = try store.buyLevel()
        #expect(try store.downloads.all(ofEntry: id.entryID).isEmpty)
        try store.downloads.perform(.start, on: [id])
        try store.approve(id.entryID)
        #expect(try store.download(id)?.state == .waiting)
        try store.finish([id.entryID])
        #expect(try store.downloads.all(ofEntry: id.entryID).isEmpty)
        let copy = try #require(try store.restore().first)
        let again = ContentDownload.ID(entryID: copy.id, contentIdentifier: "level")
        try store.downloads.perform(.start, on: [again])
        #expect(try store.download(again)?.state == .active)
        try store.downloads.perform(
            .start,
            on: [id, ContentDownload.ID(entryID: 7, contentIdentifier: "x")]
        )
        #expect(try store.downloads.all(ofEntry: id.entryID).isEmpty)
    }

    @Test("Finished, deleted and cleared transactions lose their content")
    func ends() throws {
        let ends: [(Store, Int64) throws -> Void] = [
            { try $0.finish([$1]) }, { try $0.delete($1) }, { store, _ in try store.clear() },
        ]
        for end in ends {
            let store = try makeStore(.folder(source))
            let id = try #require(try downloaded(from: store)?.id)
            #expect(TemporaryFolder.names(in: store.contentFolder).count == 1)
            try end(store, id.entryID)
            try store.finishContentWork()
            #expect(TemporaryFolder.names(in: store.contentFolder).isEmpty)
            #expect(try store.read { try $0.downloadIDs() }.isEmpty)
        }
    }

    @Test("The folder of a store in memory goes with the store")
    func temporary() throws {
        var store: Store? = try Store.make(.shop(hosting: .level))
        let place = try #require(try store.flatMap { try downloaded(from: $0) }?.contentURL)
        #expect(FileManager.default.fileExists(atPath: place.path))
        try store?.finishContentWork()
        store = nil
        #expect(!FileManager.default.fileExists(atPath: place.path))
    }

    @Test("A product's content is found, deleted, and downloaded again")
    func product() throws {
        let store = try makeStore(.folder(source))
        #expect(try store.downloads.content(ofProduct: "level") == nil)
        let download = try #require(try downloaded(from: store))
        #expect(try store.downloads.content(ofProduct: "level") == download.contentURL)
        try store.downloads.deleteContent(ofProduct: "level")
        try store.finishContentWork()
        #expect(TemporaryFolder.names(in: store.contentFolder).isEmpty)
        #expect(try store.download(download.id)?.state == .waiting)
        try store.downloads.perform(.start, on: [download.id])
        try store.pass(10)
        #expect(try store.download(download.id)?.state == .finished)
    }

    @Test("Content that somebody removed can be downloaded again")
    func lost() throws {
        let store = try makeStore(.folder(source))
        let download = try #require(try downloaded(from: store))
        try FileManager.default.removeItem(at: try #require(download.contentURL))
        #expect(try store.download(download.id)?.state == .waiting)
        try store.downloads.perform(.start, on: [download.id])
        try store.pass(10)
        #expect(try store.download(download.id)?.contentURL == download.contentURL)
    }

    private func makeStore(_ source: HostedContent.Source, length: Int64? = nil) throws -> Store {
        let content = HostedContent(
            identifier: "level",
            version: "1.2",
            source: source,
            statedLength: length
        )
        return try Store.make(.shop(hosting: content))
    }

    private func downloaded(from store: Store) throws -> ContentDownload? {
        let id = try store.buyLevel()
        try store.downloads.perform(.start, on: [id])
        try store.pass(10)
        return try store.download(id)
    }

    private func text(_ place: URL, _ path: String) throws -> String {
        try String(contentsOf: place.appendingPathComponent(path), encoding: .utf8)
    }
}
