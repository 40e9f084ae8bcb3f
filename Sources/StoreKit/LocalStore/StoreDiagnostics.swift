import Dispatch
import Foundation
import LocalAppStore

/// Where the local store says what a developer has to know and no call returns.
///
/// There is one handler at most. It is called on a queue of its own, in the order of the reports,
/// never under a lock and never from within the call that reports. What is reported before there is
/// a handler is kept for it, the newest hundred messages of it.
package final class StoreDiagnostics: Sendable {
    /// How much a message matters.
    package enum Level: String, Sendable {
        /// Something that is expected and may help when looking for the cause of something else.
        case info
        /// Something the developer most likely did not intend.
        case warning
    }

    package typealias Handler = @Sendable (Level, String) -> Void

    /// The diagnostics of every store in this process.
    package static let shared = StoreDiagnostics()

    static let keptMessages = 100

    private let queue = DispatchQueue(label: "StoreKit.diagnostics")
    private let state = Locked(State())
    private let writeLine: @Sendable (String) -> Void

    private struct State {
        var handler: Handler?
        var kept: [Message] = []
        var toldCauses: Set<String> = []
    }

    private struct Message {
        let level: Level
        let text: String
    }

    /// Makes diagnostics whose lines go to standard error, unless told otherwise.
    init(writeLine: @escaping @Sendable (String) -> Void = StoreDiagnostics.writeToStandardError) {
        self.writeLine = writeLine
    }

    /// Hears the messages; `nil` while nobody does.
    ///
    /// Setting it passes on what was kept.
    package var handler: Handler? {
        get { state.withLock { $0.handler } }
        set {
            var handler = newValue
            state.withLock { swap(&$0.handler, &handler) }
            // The handler of before goes here, outside of the lock: it may own objects of a client.
            handler = nil
            queue.async { self.passOn() }
        }
    }

    /// Tells the handler, or keeps the message for it.
    package func report(_ level: Level, _ text: String) {
        state.withLock { state in
            state.kept.append(Message(level: level, text: text))
            state.kept.removeFirst(max(0, state.kept.count - Self.keptMessages))
        }
        queue.async { self.passOn() }
    }

    /// Says that there is no store to work with, once for each cause.
    ///
    /// It is also a line of standard error, because an app whose store is broken may have no
    /// handler.
    func reportUnusableStore(_ error: any Error) {
        let cause = error.explanation
        guard state.withLock({ $0.toldCauses.insert(cause).inserted }) else { return }
        writeLine("StoreKit: \(cause)")
        report(.warning, cause)
    }

    /// Waits until the handler has been told everything.
    func flush() {
        queue.sync {}
    }

    /// Runs on `queue`.
    private func passOn() {
        let (handler, messages) = state.withLock { state -> (Handler?, [Message]) in
            guard let handler = state.handler else { return (nil, []) }
            defer { state.kept = [] }
            return (handler, state.kept)
        }
        for message in messages {
            handler?(message.level, message.text)
        }
    }

    private static func writeToStandardError(_ line: String) {
        // A standard error that is closed is no reason to fail.
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}
