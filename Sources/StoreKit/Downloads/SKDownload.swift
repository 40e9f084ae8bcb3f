public import Foundation

/// The files that the App Store hosts for a product, on their way to the app.
///
/// The store hosts no files yet, so that no transaction has a download: the type serves test
/// doubles and code that names it.
open class SKDownload: NSObject {
    /// Makes a download that waits and belongs to an empty transaction.
    public override init() {
        super.init()
    }

    /// Where the download stands.
    open var state: SKDownloadState { .waiting }

    /// The older name of ``state`` on iOS.
    open var downloadState: SKDownloadState { state }

    /// The string that names the product whose files these are.
    open var contentIdentifier: String { "" }

    /// The size of the files in bytes.
    open var expectedContentLength: Int64 { 0 }

    /// The older name of ``expectedContentLength``, with its type on iOS.
    open var contentLength: Int64 { expectedContentLength }

    /// The version of the files.
    open var contentVersion: String { "" }

    /// Where the files are, once the download is finished.
    open var contentURL: URL? { nil }

    /// How much is loaded, from 0 to 1.
    open var progress: Float { 0 }

    /// How long it will still take in seconds, or ``SKDownloadTimeRemainingUnknown``.
    open var timeRemaining: TimeInterval { SKDownloadTimeRemainingUnknown }

    /// Why the download failed, if it did.
    open var error: (any Error)? { nil }

    /// The transaction of the purchase that the files belong to.
    open var transaction: SKPaymentTransaction { SKPaymentTransaction() }

    /// The folder of a product's files: none, as the store hosts none.
    open class func contentURL(forProductID productID: String) -> URL? { nil }

    /// Deletes a product's files; there are none to delete.
    open class func deleteContent(forProductID productID: String) {}
}
