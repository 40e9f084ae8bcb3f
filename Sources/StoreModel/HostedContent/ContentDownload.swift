package import Foundation

/// A download of hosted content for one transaction, as it was when it was read.
public struct ContentDownload: Sendable, Equatable, Identifiable {
    /// The transaction and the content.
    public var id: ID
    package var contentVersion: String
    package var contentLength: Int64
    package var state: State
    package var receivedLength: Int64
    /// The remaining seconds by the store's clock; `nil` unless the download is active or finished.
    package var timeRemaining: TimeInterval?
    /// The folder with `ContentInfo.plist` and `Contents`; `nil` unless the download is finished.
    ///
    /// It exists until the transaction is finished.
    package var contentURL: URL?
    package var failure: DownloadFailure?

    /// The downloaded fraction, from 0 to 1.
    public var progress: Double {
        if state == .finished { return 1 }
        return contentLength > 0 ? Double(receivedLength) / Double(contentLength) : 0
    }

    package enum State: String, Sendable, CaseIterable {
        case waiting
        case active
        case paused
        /// All files are in place.
        case finished
        /// It failed, and can be started again.
        case failed
        /// The app cancelled it, and can start it again.
        case cancelled
    }

    /// An action of an app on a download.
    public enum Command: String, Sendable, CaseIterable {
        /// Begins a download, also one that failed or was cancelled, and continues a paused one.
        case start
        /// Pauses an active download.
        case pause
        /// Continues a paused download.
        case resume
        /// Ends a download that is not complete and drops the downloaded content.
        case cancel
    }

    /// Identifies a download; content identifiers are compared byte by byte.
    public struct ID: Sendable, Hashable {
        package let entryID: Int64
        private let content: ByteExactString

        package init(entryID: Int64, contentIdentifier: String) {
            self.entryID = entryID
            content = ByteExactString(contentIdentifier)
        }

        package var contentIdentifier: String { content.string }
    }
}
