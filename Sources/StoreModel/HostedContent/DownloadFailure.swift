package import Foundation

/// The reason why a download failed.
public struct DownloadFailure: Error, Sendable, Equatable {
    package var reason: Reason
    /// A sentence in English for developers, not for customers.
    package var detail: String?

    package init(_ reason: Reason, detail: String? = nil) {
        self.reason = reason
        self.detail = detail
    }

    /// The cause of a failed download; the first four are only planned, never real.
    public enum Reason: String, Sendable, CaseIterable, Codable {
        /// The device is offline.
        case notConnectedToInternet
        /// The connection broke.
        case networkConnectionLost
        /// The server did not respond in time.
        case timedOut
        /// The server responded with an error.
        case badServerResponse
        /// No space is left on the disk.
        case diskFull
        /// The store does not host the content, or not in the version that was being downloaded, or
        /// one of its files is missing.
        case missingContent
        /// A file cannot be read or written.
        case fileError
    }
}

/// A failure that a test or a declaration plans for downloads.
package struct PlannedDownloadFailure: Sendable, Equatable, Codable {
    package var reason: DownloadFailure.Reason
    /// The number of bytes before the failure; a download of fewer bytes fails at its end.
    package var afterLength: Int64

    package init(_ reason: DownloadFailure.Reason, afterLength: Int64 = 0) {
        self.reason = reason
        self.afterLength = afterLength
    }
}

extension DownloadFailure {
    /// The failure for an error of a file operation on the content at an address.
    package init(_ error: any Error, copying url: URL) {
        self.init(
            Self.reason(for: error as NSError),
            detail: "\(url.path): \(error.localizedDescription)"
        )
    }

    private static func reason(for error: NSError) -> Reason {
        switch (error.domain, error.code) {
        case (NSCocoaErrorDomain, CocoaError.fileWriteOutOfSpace.rawValue),
            (NSPOSIXErrorDomain, Int(POSIXErrorCode.ENOSPC.rawValue)),
            (NSPOSIXErrorDomain, Int(POSIXErrorCode.EDQUOT.rawValue)):
            return .diskFull
        case (NSCocoaErrorDomain, CocoaError.fileNoSuchFile.rawValue),
            (NSCocoaErrorDomain, CocoaError.fileReadNoSuchFile.rawValue),
            (NSPOSIXErrorDomain, Int(POSIXErrorCode.ENOENT.rawValue)):
            return .missingContent
        default:
            // Foundation wraps some errors of the system.
            guard let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error else {
                return .fileError
            }
            return reason(for: cause as NSError)
        }
    }
}
