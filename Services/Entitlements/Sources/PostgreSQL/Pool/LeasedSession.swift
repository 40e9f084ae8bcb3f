import Foundation

/// The connection of one transaction, from its beginning to its end.
///
/// It is unchecked because of the condition that guards its state.
final class LeasedSession: SQLSession, @unchecked Sendable {
    /// Statements that the connection's thread is to run.
    struct Request {
        let statements: [Statement]
        let complete: @Sendable (Result<[SQLResult], SQLError>) -> Void
    }

    let deadline: ContinuousClock.Instant
    private let beginning: Statement
    private let condition = NSCondition()
    private var request: Request?
    private var isBegun = false
    private var isEnded = false
    private var refusal: SQLError?

    init(_ isolation: IsolationLevel, timeout: Duration) {
        beginning = Statement("BEGIN ISOLATION LEVEL \(isolation.rawValue)")
        deadline = ContinuousClock.now + timeout
    }

    func run(_ statements: [Statement]) async throws(SQLError) -> [SQLResult] {
        let start = condition.withLock {
            defer { isBegun = true }
            return isBegun ? [] : [beginning]
        }
        return Array(try await send(start + statements).dropFirst(start.count))
    }

    /// Runs the last statements and commits, in one round trip.
    func commit(after statements: [Statement]) async throws(SQLError) {
        let isEmpty = statements.isEmpty && condition.withLock { !isBegun }
        guard !isEmpty else { return }
        let results = try await run(statements + [Statement("COMMIT")])
        guard results.last?.command == "COMMIT" else {
            throw .server(state: "25P02", message: "the transaction was rolled back")
        }
    }

    /// Rolls back, unless the connection is lost, which has the same effect.
    func rollBack() async {
        guard condition.withLock({ isBegun }) else { return }
        _ = try? await send([Statement("ROLLBACK")])
    }

    private func send(_ statements: [Statement]) async throws(SQLError) -> [SQLResult] {
        try await withCheckedContinuation { continuation in
            let request = Request(statements: statements) { continuation.resume(returning: $0) }
            let refusal: SQLError? = condition.withLock {
                guard self.refusal == nil else { return self.refusal }
                self.request = request
                condition.signal()
                return nil
            }
            if let refusal { request.complete(.failure(refusal)) }
        }.get()
    }

    /// Gives the connection back.
    func end() {
        condition.withLock {
            isEnded = true
            condition.signal()
        }
    }
}

// What the connection's thread does.
extension LeasedSession {
    /// Waits for the next request; `nil` when the transaction has ended or its time is over.
    func nextRequest() -> Request? {
        condition.withLock {
            while request == nil {
                guard !isEnded else { return nil }
                let remaining = ContinuousClock.now.duration(to: deadline)
                guard remaining > .zero else {
                    refusal = .deadline
                    return nil
                }
                _ = condition.wait(until: Date() + TimeInterval(remaining.components.seconds + 1))
            }
            defer { request = nil }
            return request
        }
    }

    /// Answers this request and all later ones with an error.
    func refuse(with error: SQLError) {
        let waiting = condition.withLock {
            refusal = error
            defer { request = nil }
            return request
        }
        waiting?.complete(.failure(error))
    }
}
