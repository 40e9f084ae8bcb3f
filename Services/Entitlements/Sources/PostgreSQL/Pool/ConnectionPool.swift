import DequeModule
import Foundation
import Synchronization

/// The calls that wait for a connection, and the connections that wait for calls.
///
/// The first call that may begin is first. All connections but one may be leased to transactions,
/// so that a query never waits for the end of one.
final class ConnectionPool: Sendable {
    /// The next step of a connection.
    enum Step {
        /// Queries, which share a round trip, or one transaction.
        case perform([PendingCall])
        case connect
        case disconnect
        /// Another look at the calls, after a wait.
        case look
        case end
    }

    private struct State {
        var calls: Deque<PendingCall> = []
        var leases: [PostgresSession] = []
        /// The connections that wait, the last of which has waited the shortest time.
        var idle: [(isConnected: Bool, continuation: CheckedContinuation<Step, Never>)] = []
        var connectedCount = 0
        var connectingCount = 0
        /// The number of times that connections turned out to lead nowhere.
        var generation = 0
        var backoff = Backoff()
        var isClosed = false
        var alarm: (date: ContinuousClock.Instant, task: Task<Void, Never>)?
        /// The connections to wake after the lock is released.
        var woken: [CheckedContinuation<Step, Never>] = []

        /// Whether there is no connection and none is being made.
        var isUnreachable: Bool { connectedCount == 0 && connectingCount == 0 }

        mutating func wakeAll() {
            woken += idle.map(\.continuation)
            idle = []
        }
    }

    private let connectionCount: Int
    private let leaseLimit: Int
    private let state = Mutex(State())

    init(connectionCount: Int) {
        self.connectionCount = connectionCount
        leaseLimit = max(connectionCount - 1, 1)
    }

    /// Accesses the state, and then wakes connections: under the lock they would wait for it.
    private func withState<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, woken) = state.withLock { state in
            let value = body(&state)
            defer { state.woken = [] }
            return (value, state.woken)
        }
        for connection in woken { connection.resume(returning: .look) }
        return value
    }

    // MARK: Calls

    /// Adds a call; while no connection can be made, it fails at once, so that requests do not pile
    /// up.
    func add(_ call: PendingCall) {
        let refusal: SQLError? = withState { state in
            guard !state.isClosed else { return .closed }
            guard !state.isUnreachable || !state.backoff.isPausing else {
                return state.backoff.error
            }
            state.calls.append(call)
            wakeOne(&state)
            setAlarm(&state, at: call.deadline)
            return nil
        }
        if let refusal { call.end(with: refusal) }
    }

    func endLease(_ session: PostgresSession) {
        withState { state in state.leases.removeAll { $0 === session } }
    }

    /// The index of the next call, without those that have ended.
    private func nextCall(_ state: inout State) -> Int? {
        while state.calls.first?.isEnded == true { state.calls.removeFirst() }
        let mayLease = state.leases.count < leaseLimit
        return state.calls.firstIndex { mayLease || $0.session == nil }
    }

    /// Wakes a connection that is made, or else one that may be made.
    private func wakeOne(_ state: inout State) {
        guard nextCall(&state) != nil,
            let index = state.idle.lastIndex(where: \.isConnected)
                ?? (state.backoff.isPausing ? nil : state.idle.indices.last)
        else { return }
        state.woken.append(state.idle.remove(at: index).continuation)
    }

    /// The next step of a connection of a generation, or of none; waits for one.
    nonisolated(nonsending) func next(generation: Int?) async -> Step {
        if let step = withState({ nextStep(generation, &$0) }) { return step }
        return await withCheckedContinuation { continuation in
            withState { state in
                if let step = nextStep(generation, &state) {
                    continuation.resume(returning: step)
                } else {
                    state.idle.append((generation != nil, continuation))
                }
            }
        }
    }

    private func nextStep(_ generation: Int?, _ state: inout State) -> Step? {
        guard let index = nextCall(&state) else {
            guard state.isClosed else { return nil }
            state.wakeAll()
            return .end
        }
        guard let generation else {
            guard !state.backoff.isPausing else { return nil }
            state.connectingCount += 1
            // A connection that is made may do it meanwhile.
            if state.idle.contains(where: \.isConnected) { wakeOne(&state) }
            return .connect
        }
        guard generation == state.generation else { return .disconnect }
        if let session = state.calls[index].session { state.leases.append(session) }
        // A fair share, because a slow query delays those behind it on its connection alone.
        let share = min((state.calls.count + connectionCount - 1) / connectionCount, 64)
        var calls = [state.calls.remove(at: index)]
        while calls.count < share, calls[0].session == nil, index < state.calls.count,
            state.calls[index].session == nil
        {
            calls.append(state.calls.remove(at: index))
        }
        wakeOne(&state)
        return .perform(calls)
    }

    // MARK: Connections

    /// Counts a connection that was made, and returns its generation.
    func didConnect() -> Int {
        withState { state in
            state.connectingCount -= 1
            state.connectedCount += 1
            state.backoff = Backoff()
            return state.generation
        }
    }

    func didDisconnect() {
        withState { $0.connectedCount -= 1 }
    }

    /// Makes all connections be made again before they are used again, because the server that they
    /// lead to ends, or is no longer the primary; the caller's one is made now.
    func leaveOldConnections() {
        withState { state in
            state.generation += 1
            state.connectingCount += 1
        }
    }

    /// Begins a pause; if there is no other connection, all waiting calls fail.
    func didNotConnect(_ error: SQLError) {
        let calls: Deque<PendingCall> = withState { state in
            state.connectingCount -= 1
            state.backoff.begin(after: error)
            setAlarm(&state, at: state.backoff.end)
            guard state.isUnreachable else { return [] }
            defer { state.calls = [] }
            return state.calls
        }
        for call in calls { call.end(with: error) }
    }

    /// Refuses further calls; the connections end when no call is left.
    func close() {
        withState { state in
            state.isClosed = true
            state.wakeAll()
        }
    }

    // MARK: Deadlines

    /// Plans a look at a date, unless one is planned before.
    private func setAlarm(_ state: inout State, at date: ContinuousClock.Instant?) {
        guard let date, state.alarm.map({ date < $0.date }) ?? true else { return }
        state.alarm?.task.cancel()
        let task = Task { [weak self] in
            guard (try? await Task.sleep(until: date, clock: .continuous)) != nil else { return }
            self?.look()
        }
        state.alarm = (date, task)
    }

    /// Fails the calls that have waited too long, and wakes a connection after a pause.
    private func look() {
        let late = withState { state in
            let now = ContinuousClock.now
            state.alarm = nil
            var late = state.calls.filter { $0.deadline <= now }
            for lease in state.leases where lease.deadline <= now {
                late.append(.transaction(lease))
            }
            state.calls.removeAll { $0.deadline <= now }
            if state.isClosed { state.wakeAll() } else { wakeOne(&state) }
            let pause = state.backoff.isPausing ? state.backoff.end : nil
            let deadlines = state.calls.map(\.deadline) + state.leases.map(\.deadline)
            setAlarm(&state, at: (deadlines + [pause].compactMap { $0 }).filter { $0 > now }.min())
            return late
        }
        for call in late { call.end(with: .deadline) }
    }
}

/// A call that waits for a connection.
enum PendingCall: Sendable {
    case query(EncodedStatement, until: ContinuousClock.Instant, Reply<SQLResult>)
    case transaction(PostgresSession)

    var deadline: ContinuousClock.Instant {
        switch self {
        case .query(_, let deadline, _): deadline
        case .transaction(let session): session.deadline
        }
    }

    var session: PostgresSession? {
        if case .transaction(let session) = self { session } else { nil }
    }

    /// Whether the caller waits no longer.
    var isEnded: Bool {
        switch self {
        case .query(_, _, let reply): reply.isFinished
        case .transaction(let session): session.isEnded
        }
    }

    func end(with error: SQLError) {
        switch self {
        case .query(_, _, let reply): reply.finish(.failure(error))
        case .transaction(let session): session.end(with: error)
        }
    }
}

/// The pauses between attempts to connect, doubled up to a second.
///
/// All connections share them, so that a server that is down is not asked by each.
private struct Backoff {
    private(set) var end: ContinuousClock.Instant?
    private(set) var error: SQLError = .connection("it was closed")
    private var pause: Duration = .milliseconds(25)

    var isPausing: Bool { end.map { ContinuousClock.now < $0 } ?? false }

    /// Begins a pause, unless one is under way because of another connection.
    mutating func begin(after error: SQLError) {
        self.error = error
        guard !isPausing else { return }
        end = ContinuousClock.now + pause * Double.random(in: 0.5...1)
        pause = min(pause * 2, .seconds(1))
    }
}
