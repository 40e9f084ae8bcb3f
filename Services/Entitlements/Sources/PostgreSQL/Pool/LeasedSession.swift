import Foundation

/// A transaction, with a connection from its first statement to its end.
///
/// It is unchecked because of the monitor that guards its state.
final class LeasedSession: SQLSession, @unchecked Sendable {
    /// Statements that the connection's thread is to run.
    struct Request: Sendable {
        let statements: [EncodedStatement]
        /// Whether a loss of the connection undoes all of the transaction.
        let isRepeatable: Bool
        let complete: @Sendable (Result<[SQLResult], SQLError>) -> Void
    }

    let deadline: ContinuousClock.Instant
    private let beginning: String
    private let queue: WorkQueue
    private let monitor = Monitor()
    private let condition = Monitor.Condition()
    /// What the body asked for, in its order; several if it runs tasks at the same time.
    private var requests: [Request] = []
    private var isBegun = false
    /// Whether the last request has been made.
    private var isFinished = false
    private var isRepeated = false
    private var refusal: SQLError?

    init(_ isolation: IsolationLevel, until deadline: ContinuousClock.Instant, _ queue: WorkQueue) {
        beginning = "BEGIN ISOLATION LEVEL \(isolation.rawValue)"
        self.deadline = deadline
        self.queue = queue
    }

    func run(_ statements: [Statement]) async throws(SQLError) -> [SQLResult] {
        guard !statements.isEmpty else { return [] }
        return try await send(statements)
    }

    /// Runs the last statements and commits, in one round trip.
    func commit(after statements: [Statement]) async throws(SQLError) {
        let isEmpty = monitor.withLock {
            guard !isBegun, statements.isEmpty, refusal == nil else { return false }
            isFinished = true
            return true
        }
        guard !isEmpty else { return }
        let results = try await send(statements + [Statement("COMMIT")], isLast: true)
        guard results.last?.command == "COMMIT" else {
            throw .server(state: "25P02", message: "the transaction was rolled back")
        }
    }

    /// Rolls back, unless the connection is lost: the effect is the same.
    func rollBack() async {
        guard monitor.withLock({ isBegun && refusal == nil }) else { return end() }
        _ = try? await send([Statement("ROLLBACK")], isLast: true)
        end()
    }

    private func send(
        _ statements: [Statement],
        isLast: Bool = false
    ) async throws(SQLError) -> [SQLResult] {
        var encoded: [EncodedStatement] = []
        for statement in statements { encoded.append(try EncodedStatement(statement)) }
        let begin = try EncodedStatement(Statement(beginning))
        let results: Result<[SQLResult], SQLError> = await withCheckedContinuation { continuation in
            let isFirst: Bool
            let refusal: SQLError?
            (isFirst, refusal) = monitor.withLock {
                if let refusal = self.refusal { return (false, refusal) }
                guard !isFinished else { return (false, .connection("the transaction has ended")) }
                defer { isBegun = true }
                isFinished = isLast
                let request = Request(
                    statements: isBegun ? encoded : [begin] + encoded,
                    isRepeatable: !isBegun && !isLast
                ) { continuation.resume(returning: $0) }
                requests.append(request)
                condition.signal()
                return (!isBegun, nil)
            }
            if let refusal { continuation.resume(returning: .failure(refusal)) }
            if isFirst { queue.add(self) }
        }
        return Array(try results.get().suffix(statements.count))
    }

    /// Gives the connection back; whoever kept the session gets errors from now on.
    func end() { refuse(with: .connection("the transaction has ended")) }
}

// What the connection's thread does.
extension LeasedSession {
    /// Waits for the next request; `nil` when the transaction has ended or its time is over.
    func nextRequest() -> Request? {
        monitor.withLock {
            while requests.isEmpty {
                guard refusal == nil, !isFinished else { return nil }
                guard ContinuousClock.now < deadline else {
                    refusal = .deadline
                    return nil
                }
                condition.wait(with: monitor, until: deadline)
            }
            return requests.removeFirst()
        }
    }

    /// Keeps the first request for another connection, once; nothing that it did remains.
    func putBack(_ request: Request) -> Bool {
        monitor.withLock {
            guard request.isRepeatable, !isRepeated, refusal == nil else { return false }
            isRepeated = true
            requests.insert(request, at: 0)
            return true
        }
    }

    /// Answers what is waiting and all that comes later with an error.
    func refuse(with error: SQLError) {
        let waiting = monitor.withLock {
            refusal = refusal ?? error
            condition.signal()
            defer { requests = [] }
            return requests
        }
        for request in waiting { request.complete(.failure(error)) }
    }
}
