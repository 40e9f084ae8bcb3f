/// Where log messages go: nowhere, until a client gives a logger.
package final class Log: Sendable {
    package typealias Logger = @Sendable (LogLevel, String) -> Void

    package static let shared = Log()

    private let current = Locked<Logger?>(nil)

    package init() {}

    package var logger: Logger? {
        get { current.withLock { $0 } }
        set { _ = current.exchange(newValue) }
    }

    /// Puts another logger in and returns the old one, for the caller to release.
    func exchange(_ logger: Logger?) -> Logger? {
        current.exchange(logger)
    }

    func callAsFunction(_ level: LogLevel, _ text: String) {
        logger?(level, text)
    }
}
