package import Foundation

/// A download in the ledger, as of its last change.
///
/// The progress since then is a function of a date. Nothing is written while a download makes
/// progress, so it continues while no process runs.
package struct DownloadRecord: Equatable {
    /// The number of the download, which is never used again; 0 before it is in the ledger.
    package var id: Int64 = 0
    package let entryID: Int64
    package let contentIdentifier: String
    package var contentVersion: String
    package var contentLength: Int64
    package var state = ContentDownload.State.waiting
    /// The number of bytes that had arrived at the last change.
    package var receivedLength: Int64 = 0
    package var activeSince: Date?
    package var bytesPerSecond: Int64 = 1
    package var failure: DownloadFailure?

    /// The record of a download that has not begun.
    package init(waitingFor content: HostedContent, length: Int64, entryID: Int64) {
        self.entryID = entryID
        contentIdentifier = content.identifier
        contentVersion = content.version
        contentLength = length
    }

    package func isDownload(of content: HostedContent) -> Bool {
        ByteExactString(contentIdentifier) == ByteExactString(content.identifier)
    }

    /// The number of bytes that have arrived by a date.
    package func receivedLength(at date: Date) -> Int64 {
        guard let activeSince else { return min(receivedLength, contentLength) }
        // Dates are whole milliseconds, so these numbers are exact and no rounding delays the end.
        let elapsed = date.milliseconds - activeSince.milliseconds
        let gained = Double(max(0, elapsed)) * Double(bytesPerSecond) / 1000
        let missing = max(0, contentLength - receivedLength)
        return gained >= Double(missing) ? contentLength : receivedLength + Int64(gained)
    }

    /// The remaining seconds of an active download at a date.
    package func timeRemaining(at date: Date) -> TimeInterval {
        Double(contentLength - receivedLength(at: date)) / Double(bytesPerSecond)
    }

    /// The progress of an active download by a date.
    package enum Step: Equatable {
        case underWay
        case complete
        case fails(DownloadFailure, receivedLength: Int64)
    }

    /// Returns the progress by a date, with the content that the store hosts now.
    package func step(at date: Date, content: HostedContent?, settings: DownloadSettings) -> Step {
        let received = receivedLength(at: date)
        guard let content,
            ByteExactString(content.version) == ByteExactString(contentVersion)
        else {
            let detail =
                "The store no longer hosts version \(contentVersion) of \"\(contentIdentifier)\"."
            return .fails(
                DownloadFailure(.missingContent, detail: detail),
                receivedLength: received
            )
        }
        if let plan = settings.plannedFailure ?? content.plannedFailure {
            let last = min(max(0, plan.afterLength), contentLength)
            let detail = "The failure was planned, in the store's settings or with the content."
            let failure = DownloadFailure(plan.reason, detail: detail)
            if received >= last { return .fails(failure, receivedLength: last) }
        }
        return received >= contentLength ? .complete : .underWay
    }

    /// Applies a command; one that does not suit the state changes nothing.
    ///
    /// `present` is the same download as it would begin now, with the content's current version and
    /// size, and `rate` the number of bytes a second.
    package mutating func apply(
        _ command: ContentDownload.Command,
        present: DownloadRecord,
        rate: Int64,
        at date: Date
    ) {
        switch (command, state) {
        case (.start, .waiting), (.start, .failed), (.start, .cancelled):
            begin(as: present, rate: rate, at: date)
        case (.start, .paused), (.resume, .paused):
            // Downloaded content of another version is useless.
            guard hasSameContent(as: present) else {
                return begin(as: present, rate: rate, at: date)
            }
            activate(rate: rate, at: date)
        case (.pause, .active):
            end(.paused, receivedLength: receivedLength(at: date))
        case (.cancel, .waiting), (.cancel, .active), (.cancel, .paused):
            end(.cancelled, receivedLength: 0)
        default:
            break
        }
    }

    package mutating func fail(_ failure: DownloadFailure, receivedLength: Int64) {
        end(.failed, receivedLength: receivedLength)
        self.failure = failure
    }

    package mutating func finish() {
        end(.finished, receivedLength: contentLength)
    }

    /// Returns to the beginning, because the finished files were lost.
    package mutating func reset() {
        end(.waiting, receivedLength: 0)
    }

    private func hasSameContent(as other: DownloadRecord) -> Bool {
        ByteExactString(contentVersion) == ByteExactString(other.contentVersion)
            && contentLength == other.contentLength
    }

    private mutating func begin(as present: DownloadRecord, rate: Int64, at date: Date) {
        contentVersion = present.contentVersion
        contentLength = present.contentLength
        receivedLength = 0
        failure = nil
        activate(rate: rate, at: date)
    }

    private mutating func activate(rate: Int64, at date: Date) {
        state = .active
        activeSince = date
        bytesPerSecond = max(1, rate)
    }

    private mutating func end(_ state: ContentDownload.State, receivedLength: Int64) {
        self.state = state
        self.receivedLength = receivedLength
        activeSince = nil
        failure = nil
    }
}

extension ContentDownload {
    /// Shows a record at a date.
    package init(_ record: DownloadRecord, at date: Date, contentURL: URL?) {
        let remaining: TimeInterval? =
            switch record.state {
            case .active: record.timeRemaining(at: date)
            case .finished: 0
            case .waiting, .paused, .failed, .cancelled: nil
            }
        self.init(
            id: ID(entryID: record.entryID, contentIdentifier: record.contentIdentifier),
            contentVersion: record.contentVersion,
            contentLength: record.contentLength,
            state: record.state,
            receivedLength: record.receivedLength(at: date),
            timeRemaining: remaining,
            contentURL: record.state == .finished ? contentURL : nil,
            failure: record.failure
        )
    }
}

extension Catalog {
    /// The content that the store hosts for a product.
    package func hostedContent(ofProduct productID: String) -> [HostedContent] {
        product(withIdentifier: productID)?.hostedContent ?? []
    }
}

extension LedgerEntry {
    /// Whether the app may download the content of the product.
    package var canDownload: Bool {
        (state == .purchased || state == .restored) && !isFinished
    }
}
