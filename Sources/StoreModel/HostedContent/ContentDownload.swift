package import Foundation

/// A download of hosted content for one transaction, as it was when it was read.
package struct ContentDownload: Sendable, Equatable, Identifiable {
    /// The transaction and the content.
    package var id: ID

    /// The version of the content.
    package var contentVersion: String

    /// The size of the content in bytes.
    package var contentLength: Int64

    /// The state of the download.
    package var state: State

    /// The number of bytes that have arrived.
    package var receivedLength: Int64

    /// The remaining time in seconds of the store's clock; `nil` unless the download is active or
    /// finished.
    package var timeRemaining: TimeInterval?

    /// The folder with `ContentInfo.plist` and `Contents`; `nil` unless the download is finished.
    ///
    /// It exists until the transaction is finished.
    package var contentURL: URL?

    /// The reason why the download failed; `nil` if it did not fail.
    package var failure: DownloadFailure?

    /// The downloaded fraction, from 0 to 1.
    package var progress: Double {
        if state == .finished { return 1 }
        return contentLength > 0 ? Double(receivedLength) / Double(contentLength) : 0
    }
}

extension ContentDownload {
    /// The state of a download.
    package enum State: String, Sendable, CaseIterable {
        /// It has not begun.
        case waiting
        /// It is being downloaded.
        case active
        /// The app paused it.
        case paused
        /// All files are in place.
        case finished
        /// It failed, and can be started again.
        case failed
        /// The app cancelled it, and can start it again.
        case cancelled
    }

    /// An action of an app on a download.
    package enum Command: String, Sendable, CaseIterable {
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
    package struct ID: Sendable, Hashable {
        /// The `id` of the transaction's entry in the ledger.
        package var entryID: Int64
        /// The identifier of the content.
        package var contentIdentifier: String

        /// Makes an identifier.
        package init(entryID: Int64, contentIdentifier: String) {
            self.entryID = entryID
            self.contentIdentifier = contentIdentifier
        }

        private var exactIdentifier: ByteExactString { ByteExactString(contentIdentifier) }

        /// Whether two downloads are the same.
        package static func == (left: ID, right: ID) -> Bool {
            left.entryID == right.entryID && left.exactIdentifier == right.exactIdentifier
        }

        /// Hashes the transaction and the bytes of the identifier.
        package func hash(into hasher: inout Hasher) {
            hasher.combine(entryID)
            hasher.combine(exactIdentifier)
        }
    }
}
