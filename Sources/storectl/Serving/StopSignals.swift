import Dispatch
import Foundation

/// The signals that stop a command in order, SIGINT and SIGTERM; meanwhile they do not end the
/// process.
final class StopSignals: Sendable {
    static let all = [SIGINT, SIGTERM]

    // DispatchSource is thread-safe, and does not say so.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    /// Calls `body` with the number of each signal until it is cancelled.
    init(_ body: @escaping @Sendable (Int32) -> Void) {
        sources = Self.all.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { body(number) }
            source.resume()
            return source
        }
    }

    /// Lets the signals end the process again.
    func cancel() {
        for source in sources { source.cancel() }
        for number in Self.all { signal(number, SIG_DFL) }
    }
}
