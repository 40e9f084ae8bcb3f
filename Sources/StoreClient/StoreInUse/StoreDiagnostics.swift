import Foundation
package import LocalAppStore

/// The local store's messages to the developer, about what no call returns.
///
/// There is one handler at most. It is called on a queue of its own, in the order of the reports,
/// never under a lock and never from within the call that reports. Messages that are reported while
/// there is no handler are a backlog for the next one, limited to the newest hundred.
package final class StoreDiagnostics: Sendable {
    /// How much a message matters.
    package enum Level: String, Sendable {
        /// Something expected that may help to find the cause of something else.
        case info
        /// Something the developer most likely did not intend.
        case warning
    }

    package typealias Handler = @Sendable (Level, String) -> Void

    /// The diagnostics of every store in this process.
    package static let shared = StoreDiagnostics()

    package static let backlogLimit = 100

    private let queue = InternalQueue(label: "StoreKit.diagnostics")
    private let state = Locked(State())
    private let writeLine: @Sendable (String) -> Void

    private struct State {
        var handler: Handler?
        var backlog: [Message] = []
        var reportedCauses: Set<String> = []
        var unknownProducts: [String] = []
    }

    private struct Message {
        let level: Level
        let text: String
    }

    /// Makes diagnostics whose lines go to standard error by default.
    package init(
        writeLine: @escaping @Sendable (String) -> Void = StoreDiagnostics.writeToStandardError
    ) {
        self.writeLine = writeLine
    }

    /// Receives the messages, beginning with the backlog; `nil` for none.
    package var handler: Handler? {
        get { state.withLock { $0.handler } }
        set {
            var handler = newValue
            state.withLock { swap(&$0.handler, &handler) }
            // The former handler is released here, after the lock: it may own objects of a client.
            handler = nil
            queue.async { self.deliverBacklog() }
        }
    }

    /// Reports a message to the handler, now or when there is one.
    package func report(_ level: Level, _ text: String) {
        state.withLock { state in
            state.backlog.append(Message(level: level, text: text))
            state.backlog.removeFirst(max(0, state.backlog.count - Self.backlogLimit))
        }
        queue.async { self.deliverBacklog() }
    }

    /// Reports why the store cannot be used, once for each cause.
    ///
    /// The message also goes to standard error, because an app whose store is unusable may have no
    /// handler.
    package func reportUnusableStore(_ error: any Error) {
        reportOnce(error.explanation)
    }

    /// Reports a warning that an app has to see even without a handler, once.
    package func reportOnce(_ text: String) {
        guard state.withLock({ $0.reportedCauses.insert(text).inserted }) else { return }
        reportToStandardError(text)
    }

    /// Returns the result of `body` for a call that has no error; reports a failure of the store,
    /// and returns `nil`.
    @discardableResult
    package func reporting<Value>(_ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch {
            reportUnusableStore(error)
            return nil
        }
    }

    /// Reports a warning that an app has to see even without a handler.
    package func reportToStandardError(_ text: String) {
        writeLine("StoreKit: \(text)")
        report(.warning, text)
    }

    /// Reports, once for each, the products that a request named and the store does not have.
    package func report(unknownProducts: some Collection<String>, of catalog: Catalog) {
        for id in unknownProducts {
            let text = "The store has no product \(id)" + catalog.suggestion(for: id)
            let isNew = state.withLock { state in
                guard state.reportedCauses.insert(text).inserted else { return false }
                state.unknownProducts.append(text)
                return true
            }
            if isNew { report(.warning, text) }
        }
    }

    /// The reports about unknown products, oldest first.
    package var unknownProducts: [String] { state.withLock { $0.unknownProducts } }

    /// Reports, once, that an offer was sold whose signature nothing could verify.
    package func reportUncheckedOffer() {
        let text = """
            The configuration has no key for promotional offers, so any well-formed signature is \
            accepted. The App Store verifies it: give the .storekit file the key pair that Xcode \
            makes for it (subscriptionOffersKeyPair).
            """
        guard state.withLock({ $0.reportedCauses.insert(text).inserted }) else { return }
        report(.warning, text)
    }

    /// Reports the catalog's warnings for a store that comes into use.
    package func report(warningsOf store: Store) {
        for warning in store.catalog.warnings {
            report(.warning, warning.description)
        }
    }

    /// Waits until the handler has received everything.
    package func flush() {
        queue.sync {}
    }

    /// Runs on `queue`.
    private func deliverBacklog() {
        let (handler, messages) = state.withLock { state -> (Handler?, [Message]) in
            guard let handler = state.handler else { return (nil, []) }
            defer { state.backlog = [] }
            return (handler, state.backlog)
        }
        for message in messages {
            handler?(message.level, message.text)
        }
    }

    private static func writeToStandardError(_ line: String) {
        // A closed standard error must not fail the caller.
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}

extension Error {
    /// The problem, its place and the way out, for developers.
    package var explanation: String {
        let suggestion = (self as? any LocalizedError)?.recoverySuggestion
        return [localizedDescription, suggestion].compactMap(\.self).joined(separator: ". ")
    }
}
