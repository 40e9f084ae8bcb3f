import Dispatch
import Foundation
import LocalAppStore

/// The way to the main queue, with one report if the queue seems blocked.
///
/// A main thread that waits for a callback never gets it, and nothing else would report this.
package final class MainQueueWatch: Sendable {
    package typealias Block = @Sendable () -> Void

    /// The watch of the process's main queue.
    package static let shared = MainQueueWatch(report: {
        StoreDiagnostics.shared.reportBlockedMainQueue()
    })

    /// The seconds without progress after which the queue counts as blocked.
    package static let limit = 5

    private let state = Locked(State())
    private let main: @Sendable (@escaping Block) -> Void
    private let afterLimit: @Sendable (@escaping Block) -> Void
    private let report: Block

    private struct State {
        var sent = 0
        var begun = 0
        var isWatching = false
        var hasReported = false
    }

    package init(
        main: @escaping @Sendable (@escaping Block) -> Void = {
            DispatchQueue.main.async(execute: $0)
        },
        afterLimit: @escaping @Sendable (@escaping Block) -> Void = MainQueueWatch.wait,
        report: @escaping Block
    ) {
        self.main = main
        self.afterLimit = afterLimit
        self.report = report
    }

    /// Runs `body` on the main queue.
    package func async(execute body: @escaping Block) {
        let begins = state.withLock { state in
            state.sent += 1
            defer { state.isWatching = true }
            return !state.isWatching && !state.hasReported
        }
        main {
            self.state.withLock { $0.begun += 1 }
            body()
        }
        if begins { watch() }
    }

    private func watch() {
        let begun = state.withLock { $0.begun }
        afterLimit { self.check(since: begun) }
    }

    private func check(since begun: Int) {
        enum Finding { case idle, running, blocked }
        let finding: Finding = state.withLock { state in
            if state.begun > begun, state.begun < state.sent { return .running }
            state.isWatching = false
            guard state.begun < state.sent else { return .idle }
            state.hasReported = true
            return .blocked
        }
        switch finding {
        case .idle: break
        case .running: watch()
        case .blocked: report()
        }
    }

    @Sendable private static func wait(_ body: @escaping Block) {
        DispatchQueue.global(qos: .utility)
            .asyncAfter(deadline: .now() + .seconds(limit), execute: body)
    }
}

extension StoreDiagnostics {
    package func reportBlockedMainQueue() {
        reportToStandardError(
            """
            The main queue has not run for \(MainQueueWatch.limit) seconds, and callbacks wait for \
            it. A main thread that waits, for example at a semaphore, gets none: use await, a run \
            loop, or dispatchMain().
            """
        )
    }
}
