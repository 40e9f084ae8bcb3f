import Dispatch
import LocalAppStore
import StoreCommands

/// The line on standard error about renewals that take longer than a second.
///
/// On a terminal it follows the progress and is removed at the end; elsewhere it is written once.
final class SettlementLine: Sendable {
    private static let patience: UInt64 = 1_000_000_000

    private let console: Console
    private let nanoseconds: @Sendable () -> UInt64
    private let state = Locked(State())

    private struct State {
        /// When the first progress was made.
        var start: UInt64?
        var isShown = false
    }

    init(
        _ console: Console,
        nanoseconds: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    ) {
        self.console = console
        self.nanoseconds = nanoseconds
    }

    /// Shows the progress of a store on the current console.
    static func show(in store: Store) {
        store.time.reportSettlement(to: SettlementLine(Console.current).show)
    }

    func show(_ progress: SettlementProgress) {
        let now = nanoseconds()
        let isEnd = progress.date >= progress.end
        let (isLate, wasShown) = state.withLock { state in
            let start = state.start ?? now
            let isLate = now - start >= Self.patience
            let wasShown = state.isShown
            state = isEnd ? State() : State(start: start, isShown: wasShown || isLate)
            return (isLate, wasShown)
        }
        if console.isErrorTerminal {
            if isEnd, wasShown { console.writeError("\r\u{1B}[K") }
            if isLate, !isEnd { console.writeError("\r\(Self.text(progress))\u{1B}[K") }
        } else if isLate, !isEnd, !wasShown {
            console.writeError("\(Self.text(progress))\n")
        }
    }

    private static func text(_ progress: SettlementProgress) -> String {
        let (date, end) = (progress.date.iso8601Seconds, progress.end.iso8601Seconds)
        return "Settling renewals: \(progress.count) so far, \(date) of \(end)"
    }
}
