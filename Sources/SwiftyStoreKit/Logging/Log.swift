/// Where log messages go: nowhere, until a client gives a logger.
final class Log: Sendable {
    typealias Logger = @Sendable (LogLevel, String) -> Void

    static let shared = Log()

    private let current = Locked<Logger?>(nil)

    var logger: Logger? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func callAsFunction(_ level: LogLevel, _ text: String) {
        logger?(level, text)
    }
}
