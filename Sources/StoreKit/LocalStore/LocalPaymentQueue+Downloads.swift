import Dispatch
import Foundation
import LocalAppStore

// Downloads of hosted content. Their states are read from the store on `work`, and change on the
// main queue in the same order.
extension LocalPaymentQueue {
    /// Brings a command to the stores that the downloads came from, asynchronously.
    ///
    /// The observers receive the downloads afterwards, also those that the command did not change:
    /// an app that starts a finished download waits for that call.
    func perform(_ command: ContentDownload.Command, _ downloads: [SKDownload]) {
        let targets = downloads.compactMap(DownloadTarget.init)
        guard !targets.isEmpty else { return }
        device.onWork {
            var targets = targets
            while let store = targets.first?.store {
                let ids = targets.filter { $0.store === store }.map(\.id)
                self.performMeetingFaults(command, ids, in: store)
                targets.removeAll { $0.store === store }
            }
        }
    }

    /// Notifies the observers of changed downloads of some entries.
    func notifyDownloads(
        ofEntries ids: [Int64],
        in store: Store,
        reporting reported: Set<ContentDownload.ID> = []
    ) throws {
        let updates = try ids.compactMap { id -> DownloadUpdate? in
            guard
                let transaction = state.withLock({ $0.transactions.transaction(showingEntry: id) })
            else { return nil }
            let downloads = try store.downloads.all(ofEntry: id)
            return DownloadUpdate(transaction: transaction, downloads: downloads)
        }
        notifyDownloads(updates, of: store, reporting: reported)
    }

    /// Ends the downloads of transactions that leave the queue.
    func endDownloads(of transactions: [SKPaymentTransaction]) {
        device.onMainQueue {
            self.report(transactions.flatMap { $0.snapshot.downloads?.end() ?? [] })
        }
    }

    /// Runs on `work`.
    func perform(
        _ command: ContentDownload.Command,
        _ ids: [ContentDownload.ID],
        in store: Store
    ) {
        do {
            let former = try states(of: ids, in: store)
            try store.downloads.perform(command, on: ids)
            guard isFollowed(store) else { return }
            // The store may have reported the command's changes. They are not reported again.
            let present = try states(of: ids, in: store)
            try notifyDownloads(
                ofEntries: Set(ids.map(\.entryID)).sorted(),
                in: store,
                reporting: Set(ids.filter { former[$0] == present[$0] })
            )
        } catch {
            diagnostics.report(.warning, "The downloads could not be changed: \(error.explanation)")
            if command.begins { fail(ids, in: store, with: error) }
        }
    }

    private func states(
        of ids: [ContentDownload.ID],
        in store: Store
    ) throws -> [ContentDownload.ID: ContentDownload.State] {
        let downloads = try Set(ids.map(\.entryID)).flatMap {
            try store.downloads.all(ofEntry: $0)
        }
        let states = downloads.filter { ids.contains($0.id) }.map { ($0.id, $0.state) }
        return Dictionary(states, uniquingKeysWith: { first, _ in first })
    }

    /// Shows downloads as failed because the ledger cannot be used; it has no record of that.
    private func fail(_ ids: [ContentDownload.ID], in store: Store, with error: any Error) {
        let reason: DownloadFailure.Reason
        if case .diskFull? = error as? StoreError {
            reason = .diskFull
        } else {
            reason = .fileError
        }
        let failure = DownloadFailure(reason, detail: error.explanation)
        let updates = Set(ids.map(\.entryID)).sorted().compactMap { id -> DownloadUpdate? in
            guard
                let transaction = state.withLock({ $0.transactions.transaction(showingEntry: id) }),
                let list = transaction.snapshot.downloads
            else { return nil }
            let downloads = list.all.compactMap(\.value).filter { ids.contains($0.id) }
            return DownloadUpdate(
                transaction: transaction,
                downloads: downloads.map { $0.failed(with: failure) }
            )
        }
        notifyDownloads(updates, of: store, reporting: Set(ids))
    }

    private func notifyDownloads(
        _ updates: [DownloadUpdate],
        of store: Store,
        reporting reported: Set<ContentDownload.ID>
    ) {
        guard !updates.isEmpty else { return }
        device.onMainQueue {
            // When another store is in use, the downloads have ended with their transactions.
            guard !self.device.isReplaced(store) else { return }
            self.report(
                updates.flatMap { update in
                    update.transaction.snapshot.downloads?
                        .show(update.downloads, reporting: reported) ?? []
                }
            )
        }
    }

    /// Runs on the main queue.
    private func report(_ downloads: [SKDownload]) {
        guard !downloads.isEmpty else { return }
        callObservers { $1.paymentQueue($0, updatedDownloads: downloads) }
    }
}

/// The next values of a transaction's downloads.
private struct DownloadUpdate: Sendable {
    let transaction: SKPaymentTransaction
    let downloads: [ContentDownload]
}

/// A download of a store that is still there.
private struct DownloadTarget: Sendable {
    let id: ContentDownload.ID
    let store: Store

    init?(_ download: SKDownload) {
        guard let id = download.value?.id, let store = download.source?.store else { return nil }
        self.id = id
        self.store = store
    }
}

extension ContentDownload.Command {
    /// Whether the command makes downloads active.
    var begins: Bool { self == .start || self == .resume }
}

extension ContentDownload {
    fileprivate func failed(with failure: DownloadFailure) -> ContentDownload {
        var download = self
        download.state = .failed
        download.timeRemaining = nil
        download.contentURL = nil
        download.failure = failure
        return download
    }
}
