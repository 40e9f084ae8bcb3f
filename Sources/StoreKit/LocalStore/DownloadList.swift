import Foundation
import LocalAppStore

/// The downloads of one transaction.
final class DownloadList: @unchecked Sendable {
    // Unchecked because Apple's SKDownload is not Sendable; what changes of these is locked.
    let all: [SKDownload]

    /// Makes the downloads of an entry; `nil` if it has none.
    init?(of entry: LedgerEntry, in store: Store) throws {
        guard entry.state == .purchased || entry.state == .restored else { return nil }
        let downloads = try store.downloads.all(ofEntry: entry.id)
        guard !downloads.isEmpty else { return nil }
        let source = SKPaymentTransaction.Source(store)
        all = downloads.map { SKDownload($0, source: source) }
    }

    /// Connects the downloads with their transaction, which is about to show a content.
    func attach(
        to transaction: SKPaymentTransaction,
        showing snapshot: SKPaymentTransaction.Snapshot
    ) {
        var content = snapshot
        // This list owns the downloads, which keep that content.
        content.downloads = nil
        for download in all {
            download.attach(to: transaction, showing: content)
        }
    }

    /// Shows new values.
    ///
    /// - Returns: The downloads that changed, and those that are to be reported in any case.
    func show(
        _ values: [ContentDownload],
        reporting reported: Set<ContentDownload.ID> = []
    ) -> [SKDownload] {
        all.filter { download in
            guard let value = values.first(where: { $0.id == download.value?.id }) else {
                return false
            }
            return download.show(value) || reported.contains(value.id)
        }
    }

    /// Ends the downloads together with their transaction: cancels the pending ones, and removes
    /// the content of all.
    ///
    /// - Returns: The downloads that were cancelled.
    func end() -> [SKDownload] {
        all.filter { download in
            guard var value = download.value else { return false }
            value.contentURL = nil
            let isOver: Bool
            switch value.state {
            case .finished, .failed, .cancelled:
                isOver = true
            case .waiting:
                // The app was not interested in it.
                isOver = true
                value.state = .cancelled
            case .active, .paused:
                isOver = false
                value.state = .cancelled
                value.receivedLength = 0
                value.timeRemaining = nil
            }
            return download.show(value) && !isOver
        }
    }
}

extension SKDownloadState {
    init(_ state: ContentDownload.State) {
        switch state {
        case .waiting: self = .waiting
        case .active: self = .active
        case .paused: self = .paused
        case .finished: self = .finished
        case .failed: self = .failed
        case .cancelled: self = .cancelled
        }
    }
}

extension SKError {
    /// Makes the error of a download that failed.
    ///
    /// Apple documents no codes for downloads, so the cause is the underlying error.
    init(_ failure: DownloadFailure) {
        var userInfo: [String: Any] = [NSUnderlyingErrorKey: failure.reason.cause]
        userInfo[NSDebugDescriptionErrorKey] = failure.detail
        self.init(.unknown, userInfo: userInfo)
    }
}

extension DownloadFailure.Reason {
    /// Foundation's error for the reason.
    fileprivate var cause: NSError {
        switch self {
        case .notConnectedToInternet: Self.cause(.notConnectedToInternet)
        case .networkConnectionLost: Self.cause(.networkConnectionLost)
        case .timedOut: Self.cause(.timedOut)
        case .badServerResponse: Self.cause(.badServerResponse)
        case .missingContent: Self.cause(.resourceUnavailable)
        case .diskFull: Self.cause(.fileWriteOutOfSpace)
        case .fileError: Self.cause(.fileWriteUnknown)
        }
    }

    private static func cause(_ code: URLError.Code) -> NSError {
        NSError(domain: NSURLErrorDomain, code: code.rawValue)
    }

    private static func cause(_ code: CocoaError.Code) -> NSError {
        NSError(domain: NSCocoaErrorDomain, code: code.rawValue)
    }
}
