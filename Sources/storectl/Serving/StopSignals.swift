import Dispatch
import Foundation

/// Handles SIGINT and SIGTERM, which stop a command in order instead of ending the process.
final class StopSignals: Sendable {
    static let all = [SIGINT, SIGTERM]

    // DispatchSource is thread-safe, but not declared as Sendable.
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

    /// Restores the default: the signals end the process.
    func cancel() {
        for source in sources { source.cancel() }
        for number in Self.all { signal(number, SIG_DFL) }
    }
}
