#if canImport(StoreKitTest)
public import StoreKitTest

#if canImport(Darwin)
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: Apple's session hosts no content.")
#endif
extension SKTestSession {
    /// The reason why a download fails; the underlying error of the download's `error` has the same
    /// name.
    public enum DownloadFailure: String, Sendable, CaseIterable {
        /// The device is offline: `URLError.notConnectedToInternet`.
        case notConnectedToInternet
        /// The connection broke: `URLError.networkConnectionLost`.
        case networkConnectionLost
        /// The server did not respond in time: `URLError.timedOut`.
        case timedOut
        /// The server responded with an error: `URLError.badServerResponse`.
        case badServerResponse
        /// No space is left on the disk: `CocoaError.fileWriteOutOfSpace`.
        case diskFull
    }
}
#endif
