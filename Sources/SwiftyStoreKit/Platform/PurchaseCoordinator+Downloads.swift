#if !os(visionOS)
import StoreKit

extension PurchaseCoordinator {
    var updatedDownloadsHandler: UpdatedDownloadsHandler? {
        get { handlers { $0.updatedDownloads }?.value }
        set {
            var handler = newValue.map(Unchecked.init)
            handlers { swap(&$0.updatedDownloads, &handler) }
        }
    }

    func downloadsUpdated(_ downloads: [SKDownload]) {
        guard let handler = handlers({ $0.updatedDownloads }) else { return }
        let downloads = Unchecked(downloads)
        callbacks.enqueue { handler.value(downloads.value) }
    }
}
#endif
