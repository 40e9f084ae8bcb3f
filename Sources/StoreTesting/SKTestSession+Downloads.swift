// Apple's session has no store that these members could access.
#if !canImport(Darwin)
import LocalAppStore
public import StoreKitTest

// Downloads of hosted content.
extension SKTestSession {
    /// The speed of downloads that are started or resumed from now on; by default that of the
    /// hosted content's file, or one million bytes a second.
    ///
    /// A number below 1 counts as 1.
    public var downloadBytesPerSecond: Int {
        get { Int(clamping: downloadSettings.bytesPerSecond) }
        set { updateDownloads { $0.bytesPerSecond = Int64(clamping: newValue) } }
    }

    /// The failure of all running downloads and of those that are started; `nil`, the default, for
    /// the outcomes in the hosted content's file.
    public var downloadFailure: DownloadFailure? {
        get { (downloadSettings.plannedFailure?.reason).flatMap(DownloadFailure.init) }
        set {
            updateDownloads { settings in
                settings.plannedFailure = newValue.map { PlannedDownloadFailure($0.reason) }
            }
        }
    }

    // Settings of a store in memory can always be read; those of a new store are a fallback.
    private var downloadSettings: DownloadSettings {
        reporting { try $0.downloads.settings } ?? store.catalog.downloadSettings
    }

    /// Changes the settings, and brings the downloads that are under way to the present.
    private func updateDownloads(_ body: (inout DownloadSettings) -> Void) {
        reporting {
            try $0.downloads.updateSettings(body)
            try $0.downloads.update()
        }
    }
}

extension SKTestSession.DownloadFailure {
    fileprivate init?(_ reason: LocalAppStore.DownloadFailure.Reason) {
        switch reason {
        case .notConnectedToInternet: self = .notConnectedToInternet
        case .networkConnectionLost: self = .networkConnectionLost
        case .timedOut: self = .timedOut
        case .badServerResponse: self = .badServerResponse
        case .diskFull: self = .diskFull
        case .missingContent, .fileError: return nil
        }
    }

    fileprivate var reason: LocalAppStore.DownloadFailure.Reason {
        switch self {
        case .notConnectedToInternet: .notConnectedToInternet
        case .networkConnectionLost: .networkConnectionLost
        case .timedOut: .timedOut
        case .badServerResponse: .badServerResponse
        case .diskFull: .diskFull
        }
    }
}
#endif
