/// The importance of a log message.
public enum LogLevel: String, Sendable, CaseIterable {
    /// Something that is expected and may help when looking for the cause of something else.
    case info
    /// Something the app most likely did not intend.
    case warning
}

/// The destination of log messages: none, until a client sets a logger.
package final class Log: Sendable {
    package typealias Logger = @Sendable (LogLevel, String) -> Void

    package static let shared = Log()

    private let current = Locked<Logger?>(nil)

    package init() {}

    package var logger: Logger? {
        get { current.withLock { $0 } }
        set { _ = current.exchange(newValue) }
    }

    /// Sets another logger and returns the old one, for the caller to release.
    func exchange(_ logger: Logger?) -> Logger? {
        current.exchange(logger)
    }

    func callAsFunction(_ level: LogLevel, _ text: String) {
        logger?(level, text)
    }
}
