public import Foundation
import LocalAppStore

/// A download of content that the App Store hosts for a product.
///
/// An app gets downloads from ``SKPaymentTransaction/downloads`` and starts them with the payment
/// queue. They change on the main queue, right before its observers are called. One made with
/// ``init()`` is empty: it exists for test doubles, which override the properties they need.
open class SKDownload: _KeyValueCodedObject {
    /// Nil for a download made with `init()`.
    private let shown: Locked<ContentDownload>?
    /// The store that the download belongs to.
    let source: SKPaymentTransaction.Source?
    // Set once, before the transaction is shown. The transaction owns its downloads, so the
    // reference is weak; without it, the transaction is made anew of its content.
    private weak var owner: SKPaymentTransaction?
    private var ownerContent: (payment: SKPayment, snapshot: SKPaymentTransaction.Snapshot)?

    /// Values that key-value coding has set.
    private var substitutes = Substitutes()

    /// Makes a waiting download of an empty transaction.
    public override init() {
        shown = nil
        source = nil
        super.init()
    }

    init(_ download: ContentDownload, source: SKPaymentTransaction.Source) {
        shown = Locked(download)
        self.source = source
        super.init()
    }

    /// The state of the download.
    open var state: SKDownloadState {
        substitutes.state ?? value.map { SKDownloadState($0.state) } ?? .waiting
    }

    /// The older name of ``state`` on iOS.
    open var downloadState: SKDownloadState { state }

    /// The identifier of the content, usually its product identifier.
    open var contentIdentifier: String {
        substitutes.contentIdentifier ?? value?.id.contentIdentifier ?? ""
    }

    /// The size of the content in bytes.
    open var expectedContentLength: Int64 {
        substitutes.contentLength ?? value?.contentLength ?? 0
    }

    /// The older name of ``expectedContentLength``, with its type on iOS.
    open var contentLength: Int64 { expectedContentLength }

    /// The version of the content.
    open var contentVersion: String {
        substitutes.contentVersion ?? value?.contentVersion ?? ""
    }

    /// The folder with `ContentInfo.plist` and the folder `Contents`, once the download is
    /// finished.
    ///
    /// It exists until the transaction is finished: move or copy the files before.
    open var contentURL: URL? { substitutes.contentURL ?? value?.contentURL }

    /// The downloaded fraction, from 0 to 1.
    open var progress: Float { substitutes.progress ?? Float(value?.progress ?? 0) }

    /// The remaining time in seconds, or ``SKDownloadTimeRemainingUnknown``.
    open var timeRemaining: TimeInterval {
        substitutes.timeRemaining ?? value?.timeRemaining ?? SKDownloadTimeRemainingUnknown
    }

    /// The reason why the download failed, if it did.
    open var error: (any Error)? { substitutes.error ?? value?.failure.map(SKError.init) }

    /// The transaction of the purchase that the content belongs to.
    open var transaction: SKPaymentTransaction {
        if let owner = substitutes.transaction ?? owner { return owner }
        let transaction = SKPaymentTransaction(payment: ownerContent?.payment ?? SKPayment())
        if let snapshot = ownerContent?.snapshot { transaction.apply(snapshot) }
        return transaction
    }

    override class var codedProperties: [String: CodedProperty] {
        [
            "state": .init(\SKDownload.state, in: \.substitutes.state),
            "downloadState": .init(\SKDownload.state, in: \.substitutes.state),
            "contentIdentifier": .init(
                \SKDownload.contentIdentifier,
                in: \.substitutes.contentIdentifier
            ),
            "expectedContentLength": .init(
                \SKDownload.expectedContentLength,
                in: \.substitutes.contentLength
            ),
            "contentLength": .init(
                \SKDownload.expectedContentLength,
                in: \.substitutes.contentLength
            ),
            "contentVersion": .init(\SKDownload.contentVersion, in: \.substitutes.contentVersion),
            "contentURL": .init(\SKDownload.contentURL, in: \.substitutes.contentURL),
            "progress": .init(\SKDownload.progress, in: \.substitutes.progress),
            "timeRemaining": .init(\SKDownload.timeRemaining, in: \.substitutes.timeRemaining),
            "error": .init(error: \SKDownload.error, in: \.substitutes.error),
            "transaction": .init(\SKDownload.transaction, in: \.substitutes.transaction),
        ]
    }

    private struct Substitutes {
        var state: SKDownloadState?
        var contentIdentifier: String?
        var contentLength: Int64?
        var contentVersion: String?
        var contentURL: URL?
        var progress: Float?
        var timeRemaining: TimeInterval?
        var error: (any Error)?
        var transaction: SKPaymentTransaction?
    }

    /// The folder of a product's content; `nil` unless it was downloaded for a transaction that is
    /// not finished.
    open class func contentURL(forProductID productID: String) -> URL? {
        let connection = StoreConnection.current
        return connection.diagnostics.reporting {
            try connection.store().downloads.content(ofProduct: productID)
        } ?? nil
    }

    /// Deletes a product's downloaded content.
    open class func deleteContent(forProductID productID: String) {
        let connection = StoreConnection.current
        connection.diagnostics.reporting {
            try connection.store().downloads.deleteContent(ofProduct: productID)
        }
    }

    /// The current values of the download.
    var value: ContentDownload? { shown?.withLock { $0 } }

    /// Shows a new value; `false` if it is the same as before.
    func show(_ value: ContentDownload) -> Bool {
        shown?.withLock { shown in
            defer { shown = value }
            return shown != value
        } ?? false
    }

    /// Connects the download with its transaction, before either is delivered.
    func attach(
        to transaction: SKPaymentTransaction,
        showing snapshot: SKPaymentTransaction.Snapshot
    ) {
        owner = transaction
        ownerContent = (transaction.payment, snapshot)
    }
}

/// The state of a download.
@frozen
public enum SKDownloadState: Int, Sendable, CodedValue {
    /// It has not begun.
    case waiting = 0

    /// It is being downloaded.
    case active = 1

    /// The app paused it.
    case paused = 2

    /// All files are on disk.
    case finished = 3

    /// It failed; the download's `error` contains the reason.
    case failed = 4

    /// The app cancelled it.
    case cancelled = 5
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The remaining time of a download when it is unknown.
public var SKDownloadTimeRemainingUnknown: TimeInterval { -1 }
