import Foundation

@testable import LocalAppStore

extension Catalog {
    /// The shop, whose level has hosted content.
    static func shop(
        hosting content: HostedContent...,
        settings: DownloadSettings = DownloadSettings(bytesPerSecond: 100)
    ) -> Catalog {
        var catalog = Catalog.shop()
        for index in catalog.products.indices where catalog.products[index].id == "level" {
            catalog.products[index].hostedContent = content
        }
        catalog.downloadSettings = settings
        return catalog
    }
}

extension HostedContent {
    /// A thousand bytes without files.
    static let level = HostedContent(identifier: "level", version: "1.2", statedLength: 1000)
}

extension Store {
    /// Buys the level, and returns its only download.
    func buyLevel() throws -> ContentDownload.ID {
        ContentDownload.ID(entryID: try pay("level").id, contentIdentifier: "level")
    }

    func download(_ id: ContentDownload.ID) throws -> ContentDownload? {
        try downloads.all(ofEntry: id.entryID).first { $0.id == id }
    }

    /// Advances the store's time.
    func pass(_ seconds: TimeInterval) throws {
        clock.advance(by: seconds)
        try downloads.update()
    }

    /// Waits for what the store does with its content on a queue of its own.
    func finishContentWork() throws {
        try core.downloadScheduler?.perform {}
    }

    var contentFolder: URL? { core.downloadScheduler?.folder.url }
}

extension TemporaryFolder {
    /// Writes a file, and the folders that it is in.
    @discardableResult
    func write(_ text: String, to path: String) throws -> URL {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file
    }

    /// The sorted names of a folder's contents; empty without a folder.
    static func names(in folder: URL?) -> [String] {
        let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) }
        return (names ?? []).sorted()
    }
}
