import Foundation

/// A query that waits for a connection.
struct PendingQuery: Sendable {
    let statement: Statement
    let deadline: ContinuousClock.Instant
    let complete: @Sendable (Result<SQLResult, SQLError>) -> Void

    init(
        _ statement: Statement,
        _ deadline: ContinuousClock.Instant,
        complete: @escaping @Sendable (Result<SQLResult, SQLError>) -> Void
    ) {
        self.statement = statement
        self.deadline = deadline
        self.complete = complete
    }
}

/// What waits for a connection, in two lines: transactions come first, because they wait less
/// often.
///
/// It is unchecked because of the condition that guards its state.
final class WorkQueue: @unchecked Sendable {
    enum Work {
        case queries([PendingQuery])
        case transaction(LeasedSession)
    }

    private let condition = NSCondition()
    private let pipelineLength: Int
    private var queries: [PendingQuery] = []
    private var sessions: [LeasedSession] = []
    private var isClosed = false

    init(pipelineLength: Int) {
        self.pipelineLength = pipelineLength
    }

    func add(_ query: PendingQuery) {
        let isAdded = condition.withLock {
            guard !isClosed else { return false }
            queries.append(query)
            condition.signal()
            return true
        }
        if !isAdded { query.complete(.failure(.closed)) }
    }

    func add(_ session: LeasedSession) {
        let isAdded = condition.withLock {
            guard !isClosed else { return false }
            sessions.append(session)
            condition.signal()
            return true
        }
        if !isAdded { session.refuse(with: .closed) }
    }

    /// Waits for work; `nil` when the queue is closed and nothing is left.
    func next() -> Work? {
        condition.withLock {
            while queries.isEmpty, sessions.isEmpty {
                guard !isClosed else { return nil }
                condition.wait()
            }
            guard sessions.isEmpty else { return .transaction(sessions.removeFirst()) }
            let batch = Array(queries.prefix(pipelineLength))
            queries.removeFirst(batch.count)
            return .queries(batch)
        }
    }

    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }
}
