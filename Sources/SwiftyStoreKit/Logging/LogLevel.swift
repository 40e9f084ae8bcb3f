/// How much a log message matters.
public enum LogLevel: String, Sendable, CaseIterable {
    /// Something that is expected and may help when looking for the cause of something else.
    case info
    /// Something the app most likely did not intend.
    case warning
}
