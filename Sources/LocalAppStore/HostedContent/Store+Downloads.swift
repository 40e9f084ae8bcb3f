public import Foundation
import StoreLedger
import StoreModel

extension Store.Downloads {
    /// The downloads of a transaction, in the order of the catalog.
    ///
    /// The list is empty unless the entry is purchased or restored and not finished, and its
    /// product has hosted content. If a content has no stated size, its files are looked up on the
    /// calling thread.
    public func all(ofEntry id: Int64) throws(StoreError) -> [ContentDownload] {
        guard let folder = store.core.downloadScheduler?.folder else { return [] }
        let (entry, records) = try store.read { reader in
            (try reader.entry(id), try reader.downloads(ofEntry: id))
        }
        guard let entry, entry.canDownload else { return [] }
        let date = store.clock.now
        return store.catalog.hostedContent(ofProduct: entry.productID).map { content in
            let known = records.first { $0.isDownload(of: content) }
            var record = known ?? DownloadRecord(waitingFor: content, entryID: id)
            record.reset(ifLostFrom: folder)
            return ContentDownload(record, at: date, contentURL: folder.place(of: record.id))
        }
    }

    /// Applies a command to downloads; one that does not suit a download's state changes nothing.
    ///
    /// Downloads of finished or unknown transactions are ignored. A download whose files are
    /// missing fails immediately.
    public func perform(
        _ command: ContentDownload.Command,
        on ids: [ContentDownload.ID]
    ) throws(StoreError) {
        guard let downloadScheduler = store.core.downloadScheduler else { return }
        let entries = try store.read { reader in
            try Set(ids.map(\.entryID)).compactMap { try reader.entry($0) }
        }
        // Files are examined outside of the ledger's transaction.
        let present = ids.compactMap { id in
            entries.first { $0.id == id.entryID }.flatMap { presentDownload(id, of: $0) }
        }
        guard !present.isEmpty else { return }
        let date = store.clock.now
        try store.change { writer, _ in
            let settings = try writer.reader.preference(default: store.catalog.downloadSettings)
            for download in present {
                guard try writer.reader.entry(download.id.entryID)?.canDownload == true else {
                    continue
                }
                let before = try writer.reader.download(download.id) ?? download.record
                var record = before
                record.reset(ifLostFrom: downloadScheduler.folder)
                record.apply(
                    command,
                    present: download.record,
                    rate: settings.bytesPerSecond,
                    at: date
                )
                if let failure = download.failure, record.state == .active, before.state != .active
                {
                    record.fail(failure, receivedLength: 0)
                }
                if record != before { try writer.save(record) }
            }
        }
        downloadScheduler.schedule()
    }

    /// Brings all downloads to the present of the store's clock: the files of those that are
    /// complete are put in place, those that fail are ended, and observers are notified.
    ///
    /// A store that follows the system's clock calls this itself. It blocks while files are copied.
    public func update() throws(StoreError) {
        try store.core.updateDownloads()
    }

    /// The files of a product's newest finished download; `nil` without one.
    public func content(ofProduct productID: String) throws(StoreError) -> URL? {
        guard let folder = store.core.downloadScheduler?.folder else { return nil }
        let records = try store.read { try $0.finishedDownloads(ofProduct: productID) }
        return records.first { folder.hasContent(of: $0.id) }.map { folder.place(of: $0.id) }
    }

    /// Deletes the files of a product's finished downloads, which can then be started again.
    public func deleteContent(ofProduct productID: String) throws(StoreError) {
        let records = try store.read { try $0.finishedDownloads(ofProduct: productID) }
        guard !records.isEmpty else { return }
        try store.change { writer, _ in
            for record in records {
                try writer.deleteDownload(record.id)
            }
        }
        store.core.removeUnusedContent()
    }
}

extension Store.Downloads {
    private func presentDownload(
        _ id: ContentDownload.ID,
        of entry: LedgerEntry
    ) -> PresentDownload? {
        let content = store.catalog.hostedContent(ofProduct: entry.productID)
            .first { ByteExactString($0.identifier) == ByteExactString(id.contentIdentifier) }
        guard let content else { return nil }
        var length: Int64 = 0
        var failure: DownloadFailure?
        do throws(DownloadFailure) {
            length = try content.length()
        } catch {
            failure = error
        }
        let record = DownloadRecord(waitingFor: content, length: length, entryID: entry.id)
        return PresentDownload(id: id, record: record, failure: failure)
    }
}

/// A download as it would begin now, and why it cannot.
private struct PresentDownload {
    let id: ContentDownload.ID
    let record: DownloadRecord
    let failure: DownloadFailure?
}

extension DownloadRecord {
    /// A waiting record with the size of the files, or without a size if a file is missing.
    fileprivate init(waitingFor content: HostedContent, entryID: Int64) {
        self.init(
            waitingFor: content,
            length: (try? content.length()) ?? 0,
            entryID: entryID
        )
    }

    /// Returns to the beginning if the finished content was removed.
    fileprivate mutating func reset(ifLostFrom folder: ContentFolder) {
        if state == .finished, !folder.hasContent(of: id) { reset() }
    }
}
