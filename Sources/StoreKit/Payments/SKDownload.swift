public import Foundation

/// A download of the files that the App Store hosts for a product.
///
/// The local store hosts no files, so no transaction has a download: the type exists for test
/// doubles and for code that names it.
open class SKDownload: NSObject {
    /// Makes a waiting download of an empty transaction.
    public override init() {
        super.init()
    }

    /// The state of the download.
    open var state: SKDownloadState { .waiting }

    /// The older name of ``state`` on iOS.
    open var downloadState: SKDownloadState { state }

    /// The identifier of the product that the files belong to.
    open var contentIdentifier: String { "" }

    /// The size of the files in bytes.
    open var expectedContentLength: Int64 { 0 }

    /// The older name of ``expectedContentLength``, with its type on iOS.
    open var contentLength: Int64 { expectedContentLength }

    /// The version of the files.
    open var contentVersion: String { "" }

    /// The folder of the files, once the download is finished.
    open var contentURL: URL? { nil }

    /// The downloaded fraction, from 0 to 1.
    open var progress: Float { 0 }

    /// The remaining time in seconds, or ``SKDownloadTimeRemainingUnknown``.
    open var timeRemaining: TimeInterval { SKDownloadTimeRemainingUnknown }

    /// Why the download failed, if it did.
    open var error: (any Error)? { nil }

    /// The transaction of the purchase that the files belong to.
    open var transaction: SKPaymentTransaction { SKPaymentTransaction() }

    /// The folder of a product's files; `nil`, as the store hosts none.
    open class func contentURL(forProductID productID: String) -> URL? { nil }

    /// Deletes a product's files; there are none to delete.
    open class func deleteContent(forProductID productID: String) {}
}

/// The state of a download.
@frozen
public enum SKDownloadState: Int, Sendable {
    /// It has not begun.
    case waiting = 0

    /// It is being downloaded.
    case active = 1

    /// The app paused it.
    case paused = 2

    /// All files are on disk.
    case finished = 3

    /// It failed; the download's `error` says why.
    case failed = 4

    /// The app cancelled it.
    case cancelled = 5
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The remaining time of a download when it is unknown.
public var SKDownloadTimeRemainingUnknown: TimeInterval { -1 }
