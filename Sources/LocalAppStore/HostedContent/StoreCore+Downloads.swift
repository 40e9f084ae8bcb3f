import Foundation
import StoreLedger
import StoreModel

// The progress of downloads. Everything here runs on the queue of the scheduler.
extension StoreCore {
    /// Begins to follow the downloads, if the catalog hosts content: removes the leftovers of
    /// killed processes, and updates the downloads to the present.
    func followDownloads() {
        guard let downloadScheduler else { return }
        let folder = downloadScheduler.folder
        downloadScheduler.start { [weak self] in self?.advanceDownloadsAndRetry() }
        removeUnusedContent()
        downloadScheduler.async { folder.removeLeftovers() }
    }

    /// Removes, soon, the content of downloads that the ledger no longer has.
    func removeUnusedContent() {
        guard let downloadScheduler else { return }
        let folder = downloadScheduler.folder
        downloadScheduler.async { [weak self] in self?.removeUnusedContent(from: folder) }
    }

    private func removeUnusedContent(from folder: ContentFolder) {
        // The files are listed first: the row of a download exists before its content does, and a
        // number is never used again.
        let stored = folder.contentIDs
        guard !stored.isEmpty, let known = try? ledger.read({ try $0.downloadIDs() }) else {
            return
        }
        for id in stored where !known.contains(id) {
            folder.remove(folder.place(of: id))
        }
    }

    /// The seconds until the next update; `nil` without one.
    private func advanceDownloadsAndRetry() -> TimeInterval? {
        do {
            return try advanceDownloads()
        } catch {
            notifier.report(error)
            return error.mayPass && !clock.isManual ? 1 : nil
        }
    }

    /// Brings all downloads to the present, as ``Store/Downloads/update()`` does.
    func updateDownloads() throws(StoreError) {
        _ = try downloadScheduler?.perform { () throws(StoreError) in try advanceDownloads() }
    }

    /// Brings the active downloads to the present.
    ///
    /// - Returns: The seconds until the next update; `nil` without one.
    private func advanceDownloads() throws(StoreError) -> TimeInterval? {
        guard let folder = downloadScheduler?.folder else { return nil }
        let date = clock.now
        let (active, entries, settings) = try ledger.read { reader in
            let active = try reader.activeDownloads()
            return (
                active,
                try active.map { try reader.anyEntry($0.entryID) },
                try reader.preference(default: catalog.downloadSettings)
            )
        }
        var underWay: [DownloadRecord] = []
        for (record, entry) in zip(active, entries) {
            guard let entry else { continue }
            let product = entry.productID
            let content = catalog.hostedContent(ofProduct: product)
                .first(where: record.isDownload)
            let settings =
                stores.store(of: entry.customerID)?.faults.settings(settings, for: record)
                ?? settings
            switch record.step(at: date, content: content, settings: settings) {
            case .underWay:
                underWay.append(record)
            case .fails(let failure, let length):
                try replace(record) { $0.fail(failure, receivedLength: length) }
            case .complete:
                guard let content else { continue }
                try complete(record, content: content, productID: product, in: folder)
            }
        }
        notifier.deliver(StoreChange(downloadEntryIDs: underWay.map(\.entryID)))
        guard !clock.isManual else { return nil }
        // The store's dates are whole milliseconds, so nothing happens earlier.
        return underWay.map { $0.timeRemaining(at: date) }.min()
            .map { min(max($0, 0.001), DownloadScheduler.interval) }
    }

    private func complete(
        _ record: DownloadRecord,
        content: HostedContent,
        productID: String,
        in folder: ContentFolder
    ) throws(StoreError) {
        let draft: URL
        do throws(DownloadFailure) {
            draft = try folder.makeDraft(of: content, productID: productID)
        } catch {
            let failure = error
            return try replace(record) { $0.fail(failure, receivedLength: record.contentLength) }
        }
        defer { folder.remove(draft) }
        // The ledger's transaction excludes other processes, so the renamed content is the
        // committed one. After a crash in between, the next process repeats this.
        try replace(record) { record in
            do throws(DownloadFailure) {
                try folder.publish(draft, as: record.id)
                record.finish()
            } catch {
                record.fail(error, receivedLength: record.contentLength)
            }
        }
    }

    /// Changes a download unless it was changed in the meantime, such as by another process.
    private func replace(
        _ expected: DownloadRecord,
        _ body: (inout DownloadRecord) -> Void
    ) throws(StoreError) {
        try change(as: Customer.firstID) { writer, _ in
            let id = ContentDownload.ID(
                entryID: expected.entryID,
                contentIdentifier: expected.contentIdentifier
            )
            guard var record = try writer.reader.download(id), record == expected else { return }
            body(&record)
            try writer.save(record)
        }
    }
}
