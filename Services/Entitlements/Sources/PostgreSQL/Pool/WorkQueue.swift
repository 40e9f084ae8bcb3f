import Foundation

/// What waits for a connection: queries in one line, transactions in another.
///
/// Neither can starve the other. All connections but one may be leased to transactions, so that a
/// query never waits for the end of one; and a connection that takes queries has them for one round
/// trip, after which transactions come first.
///
/// It is unchecked because of the monitor that guards its state.
final class WorkQueue: @unchecked Sendable {
    /// What a worker does next.
    enum Work {
        case connect
        case queries([PendingQuery])
        case transaction(LeasedSession)
    }

    private let monitor = Monitor()
    private let clock = Monitor.Condition()
    private let pipelineLength: Int
    private let workerCount: Int
    private let timeout: Duration
    private var queries: [PendingQuery] = []
    private var sessions: [LeasedSession] = []
    /// The workers that wait, the last of which has waited the shortest time.
    private var parked: [Worker] = []
    private var connectedCount = 0
    private var connectingCount = 0
    private var leasedCount = 0
    /// The number of times that connections turned out to lead nowhere.
    private var generation = 0
    private var runningCount: Int
    private var isTurnOfQueries = false
    private var isClosed = false
    private var backoff = Backoff()
    /// When the clock's thread looks next.
    private var nextLook: ContinuousClock.Instant = .now
    private var endings: [@Sendable () -> Void] = []

    init(pipelineLength: Int, workerCount: Int, timeout: Duration) {
        self.pipelineLength = pipelineLength
        self.workerCount = workerCount
        self.timeout = timeout
        runningCount = workerCount
    }

    // MARK: Adding

    func add(_ query: PendingQuery) {
        let refusal: SQLError? = monitor.withLock {
            if let refusal = self.refusal { return refusal }
            queries.append(query)
            if query.deadline < nextLook { clock.signal() }
            wakeOne()
            return nil
        }
        if let refusal { query.complete(.failure(refusal)) }
    }

    func add(_ session: LeasedSession) {
        let refusal: SQLError? = monitor.withLock {
            if let refusal = self.refusal { return refusal }
            sessions.append(session)
            if session.deadline < nextLook { clock.signal() }
            if hasWork { wakeOne() }
            return nil
        }
        if let refusal { session.refuse(with: refusal) }
    }

    /// Puts back what has left no trace in a session that ended.
    func putBack(_ queries: [PendingQuery]) {
        monitor.withLock { self.queries.insert(contentsOf: queries, at: 0) }
    }

    /// Puts back a transaction that has left no trace in a session that ended.
    func putBack(_ session: LeasedSession) {
        monitor.withLock { sessions.insert(session, at: 0) }
    }

    /// Why nothing is added: while no connection can be made, everything fails at once, so that
    /// requests do not pile up.
    private var refusal: SQLError? {
        if isClosed { return .closed }
        return connectedCount == 0 && connectingCount == 0 && backoff.isPausing
            ? backoff.error : nil
    }

    /// Wakes a worker that is connected, or else one that is not.
    private func wakeOne() {
        guard let index = parked.lastIndex(where: \.isConnected) ?? parked.indices.last else {
            return
        }
        parked.remove(at: index).condition.signal()
    }

    // MARK: Working

    private var maySessionsBegin: Bool { leasedCount < max(workerCount - 1, 1) }
    private var hasWork: Bool { !queries.isEmpty || !sessions.isEmpty && maySessionsBegin }

    /// Waits for work; `nil` when the queue is closed and nothing is left.
    func next(for worker: Worker) -> Work? {
        monitor.withLock {
            while true {
                guard hasWork else {
                    // What may not begin yet is taken by a worker whose transaction ends.
                    guard !isClosed else { return nil }
                    park(worker)
                    continue
                }
                if worker.isConnected, worker.generation == generation, worker.isAlive {
                    return take()
                }
                forget(worker)
                // Whoever is connected may do it meanwhile.
                if parked.contains(where: \.isConnected) { wakeOne() }
                guard backoff.isPausing else {
                    connectingCount += 1
                    return .connect
                }
                park(worker, until: backoff.end)
            }
        }
    }

    private func park(_ worker: Worker, until end: ContinuousClock.Instant? = nil) {
        parked.append(worker)
        worker.condition.wait(with: monitor, until: end)
        parked.removeAll { $0 === worker }
    }

    private func take() -> Work {
        let hasSession = !sessions.isEmpty && maySessionsBegin
        if hasSession, !isTurnOfQueries || queries.isEmpty {
            isTurnOfQueries = true
            leasedCount += 1
            let session = sessions.removeFirst()
            if hasWork { wakeOne() }
            return .transaction(session)
        }
        isTurnOfQueries = false
        // A fair share, because a slow query delays those behind it on its connection alone.
        let share = (queries.count + workerCount - 1) / workerCount
        // What is repeated goes alone, because it may fail for the preparation of another one.
        let limit = queries.first?.isRepeated == true ? 1 : min(share, pipelineLength)
        let batch = Array(queries.prefix(limit))
        queries.removeFirst(batch.count)
        if hasWork { wakeOne() }
        return .queries(batch)
    }

    func endLease() {
        monitor.withLock { leasedCount -= 1 }
    }

    // MARK: Connections

    func didConnect(_ worker: Worker) {
        monitor.withLock {
            connectingCount -= 1
            connectedCount += 1
            worker.isConnected = true
            worker.generation = generation
            backoff = Backoff()
        }
    }

    /// Has all connections made again before they are used again, because the server that they lead
    /// to ends, or is no longer the primary.
    func leaveOldConnections() {
        monitor.withLock { generation += 1 }
    }

    func didDisconnect(_ worker: Worker) {
        monitor.withLock { forget(worker) }
    }

    private func forget(_ worker: Worker) {
        guard worker.isConnected else { return }
        worker.isConnected = false
        connectedCount -= 1
    }

    /// Begins a pause; if there is no other connection, all that waits fails.
    func didNotConnect(_ error: SQLError) {
        let (queries, sessions) = monitor.withLock {
            connectingCount -= 1
            backoff.begin(after: error)
            guard connectedCount == 0, connectingCount == 0 else {
                return ([PendingQuery](), [LeasedSession]())
            }
            defer { (self.queries, self.sessions) = ([], []) }
            return (self.queries, self.sessions)
        }
        for query in queries { query.complete(.failure(error)) }
        for session in sessions { session.refuse(with: error) }
    }

    // MARK: Deadlines

    /// Fails what has waited too long, until the queue is closed and nothing waits.
    func watchDeadlines() {
        while true {
            let expired: ([PendingQuery], [LeasedSession])? = monitor.withLock {
                let now = ContinuousClock.now
                let late = queries.prefix { $0.deadline <= now }
                queries.removeFirst(late.count)
                let lateSessions = sessions.filter { $0.deadline <= now }
                sessions.removeAll { $0.deadline <= now }
                if !late.isEmpty || !lateSessions.isEmpty {
                    return (Array(late), lateSessions)
                }
                guard !isClosed || runningCount > 0 else { return nil }
                // What is added meanwhile and has an earlier deadline wakes this thread.
                nextLook = now + timeout
                if let first = queries.first { nextLook = min(nextLook, first.deadline) }
                for session in sessions { nextLook = min(nextLook, session.deadline) }
                clock.wait(with: monitor, until: nextLook)
                return ([], [])
            }
            guard let expired else { return }
            for query in expired.0 { query.complete(.failure(.deadline)) }
            for session in expired.1 { session.refuse(with: .deadline) }
        }
    }

    // MARK: Closing

    func close() {
        monitor.withLock {
            isClosed = true
            for worker in parked { worker.condition.signal() }
            parked = []
        }
    }

    /// Calls back when the last thread of a connection has ended.
    func whenEnded(_ body: @escaping @Sendable () -> Void) {
        let isEnded = monitor.withLock {
            if runningCount > 0 { endings.append(body) }
            return runningCount == 0
        }
        if isEnded { body() }
    }

    func workerDidEnd() {
        let endings = monitor.withLock {
            runningCount -= 1
            guard runningCount == 0 else { return [@Sendable () -> Void]() }
            clock.signal()
            defer { self.endings = [] }
            return self.endings
        }
        for ending in endings { ending() }
    }
}
