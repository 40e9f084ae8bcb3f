import Foundation
import StoreLedger
import StoreModel

/// The folder of downloaded content: a folder for each finished download, named by its number.
///
/// Content is copied to a draft beside them, which is renamed once it is complete. Its members
/// block; ``DownloadScheduler`` calls all that change something on its queue, one at a time.
final class ContentFolder: Sendable {
    let url: URL
    private let isTemporary: Bool
    private let copy: @Sendable (URL, URL) throws -> Void

    /// Makes the folder's value; the folder itself is made with the first content.
    init(
        for location: StoreLocation,
        copy: @escaping @Sendable (URL, URL) throws -> Void = {
            try FileManager.default.copyItem(at: $0, to: $1)
        }
    ) {
        self.copy = copy
        (url, isTemporary) = location.folder("downloads", temporaryName: Self.temporaryFolder)
    }

    deinit {
        if isTemporary { try? FileManager.default.removeItem(at: url) }
    }

    /// The place of a download's content.
    func place(of id: Int64) -> URL {
        url.appendingPathComponent(String(id), isDirectory: true)
    }

    func hasContent(of id: Int64) -> Bool {
        FileManager.default.fileExists(atPath: place(of: id).path)
    }

    /// Copies content to a new draft, in Apple's layout; nothing is left of it after an error.
    func makeDraft(
        of content: HostedContent,
        productID: String
    ) throws(DownloadFailure) -> URL {
        let draft = url.appendingPathComponent(TemporaryFileName.make(Self.draft))
        do throws(DownloadFailure) {
            try reporting(draft) {
                try FileManager.default.createDirectory(
                    at: draft,
                    withIntermediateDirectories: true
                )
                let info = [
                    "ContentVersion": content.version, "IAPProductIdentifier": productID,
                ]
                try PropertyListSerialization
                    .data(fromPropertyList: info, format: .xml, options: 0)
                    .write(to: draft.appendingPathComponent("ContentInfo.plist"))
            }
            try copyFiles(of: content, to: draft.appendingPathComponent("Contents"))
        } catch {
            remove(draft)
            throw error
        }
        return draft
    }

    /// Makes a draft the content of a download; leftovers of a killed process are removed.
    func publish(_ draft: URL, as id: Int64) throws(DownloadFailure) {
        let place = place(of: id)
        try reporting(place) {
            if hasContent(of: id) { try FileManager.default.removeItem(at: place) }
            try FileManager.default.moveItem(at: draft, to: place)
        }
    }

    func remove(_ draft: URL) {
        try? FileManager.default.removeItem(at: draft)
    }

    /// Removes the drafts of killed processes, or the folders of their stores in memory.
    func removeLeftovers() {
        guard !isTemporary else {
            return TemporaryFileName.removeLeftoverFolders(Self.temporaryFolder)
        }
        TemporaryFileName.removeLeftovers(Self.draft, in: url)
    }

    /// The downloads that have content here.
    var contentIDs: [Int64] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: url.path)
        return (names ?? []).compactMap { Int64($0) }
    }

    private static let draft = "draft"
    private static let temporaryFolder = "LocalAppStoreDownloads"

    private func copyFiles(of content: HostedContent, to folder: URL) throws(DownloadFailure) {
        switch content.source {
        case .none:
            try makeFolder(folder)
        case .folder(let url):
            try reporting(url) { try copy(url.resolvingSymlinksInPath(), folder) }
        case .files(let urls):
            try makeFolder(folder)
            for url in urls {
                let place = folder.appendingPathComponent(url.lastPathComponent)
                try reporting(url) { try copy(url.resolvingSymlinksInPath(), place) }
            }
        }
    }

    private func makeFolder(_ folder: URL) throws(DownloadFailure) {
        try reporting(folder) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    private func reporting(_ url: URL, _ body: () throws -> Void) throws(DownloadFailure) {
        do {
            try body()
        } catch {
            throw DownloadFailure(error, copying: url)
        }
    }
}
