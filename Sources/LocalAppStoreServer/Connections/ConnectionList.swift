import Foundation
import LocalAppStore

/// The open connections of a server, each of which is a task and may have a deadline.
///
/// One task watches all deadlines. With a timer for each step of each request, the memory of those
/// that were cancelled would be kept until their dates.
final class ConnectionList: Sendable {
    typealias ID = Int

    private let limit: Int
    private let state = Locked(State())

    private struct State {
        var open: [ID: Connection] = [:]
        var lastID = 0
        var isDraining = false
        /// The time at which the remaining connections are cancelled.
        var end: TimeInterval?

        mutating func nextID() -> ID {
            lastID += 1
            return lastID
        }
    }

    private struct Connection {
        let task: Task<Void, Never>
        /// Whether a request is under way, from its head to the end of its response.
        var isBusy = false
        /// Connections wait for a request in the order of these numbers.
        var turn: Int
        /// The time at which its task is cancelled, as an uptime of the system.
        var deadline: TimeInterval?
        /// Whether the deadline is one for a request to be received.
        var isReceiving = false
    }

    /// The seconds by which a connection may miss its deadline.
    private static let precision = 0.25

    init(limit: Int) {
        self.limit = limit
    }

    /// Starts a connection.
    ///
    /// If the list is full, the connection that has waited for the longest is closed; if all are
    /// busy, the new one is not started. The limit is never exceeded, because each connection has a
    /// descriptor, and a process without a free one does not survive everywhere.
    func start(_ body: @escaping @Sendable (ID) async -> Void) async -> Bool {
        while let waiting = cancelLongestWaiting() { await waiting.value }
        return state.withLock { state in
            guard !state.isDraining, state.open.count < limit else { return false }
            let id = state.nextID()
            let task = Task {
                await body(id)
                self.state.withLock { _ = $0.open.removeValue(forKey: id) }
            }
            state.open[id] = Connection(task: task, turn: id)
            return true
        }
    }

    /// Cancels the connection that has waited for the longest, if the list is full.
    private func cancelLongestWaiting() -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.isDraining, state.open.count >= limit,
                let waiting = state.open.filter({ !$0.value.isBusy })
                    .min(by: { $0.value.turn < $1.value.turn })
            else { return nil }
            waiting.value.task.cancel()
            return waiting.value.task
        }
    }

    /// Records that a request begins.
    func beginRequest(on id: ID) {
        state.withLock { $0.open[id]?.isBusy = true }
    }

    /// Records that a connection waits for another request, or for events; returns whether it may.
    func beginWaiting(on id: ID) -> Bool {
        state.withLock { state in
            guard !state.isDraining else { return false }
            state.open[id]?.isBusy = false
            let turn = state.nextID()
            state.open[id]?.turn = turn
            return true
        }
    }

    /// Sets the deadline of a connection, in place of its former one.
    func setDeadline(of id: ID, after seconds: TimeInterval, isReceiving: Bool = false) {
        let deadline = ProcessInfo.processInfo.systemUptime + seconds
        state.withLock {
            $0.open[id]?.deadline = deadline
            $0.open[id]?.isReceiving = isReceiving
        }
    }

    /// Whether a connection has missed the deadline for its request.
    func isReceivingTooSlowly(_ id: ID) -> Bool {
        let now = ProcessInfo.processInfo.systemUptime
        return state.withLock { state in
            guard let connection = state.open[id], connection.isReceiving else { return false }
            return connection.deadline.map { $0 <= now } ?? false
        }
    }

    /// Removes the time limit of a connection.
    func removeDeadline(of id: ID) {
        state.withLock { $0.open[id]?.deadline = nil }
    }

    /// Cancels the connections that have missed their deadlines, until the task is cancelled.
    func watchDeadlines() async {
        while (try? await Task.sleep(seconds: Self.precision)) != nil {
            for task in lateTasks(at: ProcessInfo.processInfo.systemUptime) { task.cancel() }
        }
    }

    private func lateTasks(at now: TimeInterval) -> [Task<Void, Never>] {
        state.withLock { state in
            let isAtEnd = state.end.map { $0 <= now } ?? false
            return state.open.values
                .filter { isAtEnd || $0.deadline.map { $0 <= now } ?? false }
                .map(\.task)
        }
    }

    func cancelAll() {
        state.withLock { $0.open.values.forEach { $0.task.cancel() } }
    }

    /// Closes the connections that wait for a request, and returns when the others have ended.
    ///
    /// - Parameter seconds: After this time the others are cancelled.
    func drain(within seconds: TimeInterval) async {
        state.withLock { state in
            state.isDraining = true
            state.end = ProcessInfo.processInfo.systemUptime + seconds
            for connection in state.open.values where !connection.isBusy {
                connection.task.cancel()
            }
        }
        for task in state.withLock({ $0.open.values.map(\.task) }) { await task.value }
    }
}
