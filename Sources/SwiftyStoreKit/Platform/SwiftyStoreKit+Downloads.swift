#if !os(visionOS)
public import StoreKit

/// Receives every change of a download of content hosted by Apple.
public typealias UpdatedDownloadsHandler = (_ downloads: [SKDownload]) -> Void

extension SwiftyStoreKit {
    /// Called on the main queue with StoreKit's downloads each time one of them changes.
    ///
    /// During the call a download shows the change; afterwards the object keeps changing.
    /// Setting replaces the handler; without one the changes are dropped. Not on visionOS, which
    /// has no `SKDownload`.
    public static var updatedDownloadsHandler: UpdatedDownloadsHandler? {
        get { shared.updatedDownloadsHandler }
        set { shared.updatedDownloadsHandler = newValue }
    }

    /// Starts downloads of a purchase's transaction.
    ///
    /// Without downloads it does nothing but log a warning: the product has no hosted content, and
    /// the handler is never called.
    public class func start(_ downloads: [SKDownload]) {
        if downloads.isEmpty {
            shared.log(
                .warning,
                """
                There is no download to start, because the product has no hosted content. On \
                Linux, a file beside the .storekit file, such as Products.hosted.json, declares it.
                """
            )
        }
        shared.queue.start(downloads)
    }

    /// Pauses downloads.
    public class func pause(_ downloads: [SKDownload]) {
        shared.queue.pause(downloads)
    }

    /// Resumes paused downloads.
    public class func resume(_ downloads: [SKDownload]) {
        shared.queue.resume(downloads)
    }

    /// Cancels downloads.
    public class func cancel(_ downloads: [SKDownload]) {
        shared.queue.cancel(downloads)
    }
}

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
        let downloads = Unchecked(value: downloads)
        callbacks.enqueue { handler.value(downloads.value) }
        callbacks.runInPresentTurn()
    }
}
#endif
