/// Where a download stands.
@frozen
public enum SKDownloadState: Int, Sendable {
    /// It has not begun.
    case waiting = 0

    /// It is being loaded.
    case active = 1

    /// The app paused it.
    case paused = 2

    /// All of it is on disk.
    case finished = 3

    /// It came to nothing; the download's `error` says why.
    case failed = 4

    /// The app cancelled it.
    case cancelled = 5
}
