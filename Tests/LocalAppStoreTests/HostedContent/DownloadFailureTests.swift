import Foundation
import Testing

@testable import LocalAppStore

@Suite("Failures of downloads")
struct DownloadFailureTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A planned failure ends a download that is under way, which can be started again")
    func planned() throws {
        let store = try Store.make(.shop(hosting: .level))
        let id = try store.buyLevel()
        try store.downloads.perform(.start, on: [id])
        try store.pass(3)
        try store.downloads.updateSettings { $0.plannedFailure = .init(.networkConnectionLost) }
        try store.downloads.update()
        let failed = try #require(try store.download(id))
        #expect(failed.state == .failed)
        #expect(failed.failure?.reason == .networkConnectionLost)
        #expect(failed.timeRemaining == nil)
        try store.downloads.updateSettings { $0.plannedFailure = nil }
        try store.downloads.perform(.start, on: [id])
        #expect(try store.download(id)?.progress == 0)
        #expect(try store.download(id)?.failure == nil)
        try store.pass(10)
        #expect(try store.download(id)?.state == .finished)
    }

    @Test("The settings for downloads are stored, also a failure that is not planned any more")
    func settings() throws {
        let plan = PlannedDownloadFailure(.timedOut, afterLength: 7)
        let settings = DownloadSettings(bytesPerSecond: 5, plannedFailure: plan)
        let catalog = Catalog.shop(hosting: .level, settings: settings)
        let location = StoreLocation.file(folder.file())
        let store = try Store.make(catalog, at: location)
        #expect(try store.downloads.settings == settings)
        try store.downloads.updateSettings { $0 = DownloadSettings(bytesPerSecond: 6) }
        let other = try Store.make(catalog, at: location)
        #expect(try other.downloads.settings == DownloadSettings(bytesPerSecond: 6))
        try other.resetSettings()
        #expect(try store.downloads.settings == settings)
    }

    @Test("A download whose files are missing fails when it is started, and names them")
    func missing() throws {
        let place = folder.file("Map")
        let content = HostedContent(identifier: "level", source: .folder(place))
        let store = try Store.make(.shop(hosting: content))
        let id = try store.buyLevel()
        #expect(try store.download(id)?.contentLength == 0)
        try store.downloads.perform(.start, on: [id])
        let failure = try #require(try store.download(id)?.failure)
        #expect(failure.reason == .missingContent)
        #expect(failure.detail?.hasPrefix(place.path) == true)
        try folder.write("A map.", to: "Map/map.txt")
        try store.downloads.perform(.start, on: [id])
        try store.pass(1)
        #expect(try store.download(id)?.state == .finished)
    }

    @Test("A download whose files vanish while it is under way fails, and leaves nothing")
    func vanished() throws {
        let file = try folder.write("A map.", to: "Map/map.txt")
        let legend = try folder.write("Its legend.", to: "legend.txt")
        let content = HostedContent(identifier: "level", source: .files([legend, file]))
        let store = try Store.make(.shop(hosting: content))
        let id = try store.buyLevel()
        try store.downloads.perform(.start, on: [id])
        try FileManager.default.removeItem(at: file)
        try store.pass(1)
        #expect(try store.download(id)?.failure?.reason == .missingContent)
        #expect(try store.download(id)?.contentURL == nil)
        #expect(TemporaryFolder.names(in: store.contentFolder).isEmpty)
    }

    @Test(
        "A full disk fails a download, and leaves nothing of what was copied",
        arguments: [
            CocoaError(.fileWriteOutOfSpace) as any Error, POSIXError(.ENOSPC),
            CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: POSIXError(.EDQUOT)]),
        ]
    )
    func diskFull(error: any Error) throws {
        let sources = try ["a", "b"].map { try folder.write($0, to: $0) }
        let content = ContentFolder(for: .file(folder.file())) { source, place in
            guard source.lastPathComponent != "b" else { throw error }
            try FileManager.default.copyItem(at: source, to: place)
        }
        let hosted = HostedContent(identifier: "level", source: .files(sources))
        let failure = #expect(throws: DownloadFailure.self) {
            try content.makeDraft(of: hosted, productID: "level")
        }
        #expect(failure?.reason == .diskFull)
        #expect(failure?.detail?.contains(sources[1].path) == true)
        #expect(TemporaryFolder.names(in: content.url).isEmpty)
    }

    @Test("Any other error of the disk is a failure, too")
    func otherError() {
        let failure = DownloadFailure(CocoaError(.fileReadNoPermission), copying: folder.url)
        #expect(failure.reason == .fileError)
        #expect(DownloadFailure(POSIXError(.ENOENT), copying: folder.url).reason == .missingContent)
    }

    @Test("When the ledger is full, a download does not begin, and one that is complete waits")
    func ledgerFull() throws {
        let content = HostedContent(
            identifier: "level",
            version: String(repeating: "1", count: 100_000),
            statedLength: 1000
        )
        let store = try Store.make(.shop(hosting: content), at: .file(folder.file()))
        let id = try store.buyLevel()
        try store.limitPages(to: 1)
        #expect(throws: StoreError.diskFull(path: folder.file().path)) {
            try store.downloads.perform(.start, on: [id])
        }
        #expect(try store.download(id)?.state == .waiting)
        try store.limitPages(to: 1_000_000)
        try store.downloads.perform(.start, on: [id])
        try store.pass(10)
        #expect(try store.download(id)?.state == .finished)
    }
}
