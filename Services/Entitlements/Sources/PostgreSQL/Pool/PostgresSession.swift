import Foundation
import Synchronization

/// A transaction, with a connection from its first statement to its end.
final class PostgresSession: SQLSession {
    /// Statements for the connection.
    struct Request: Sendable {
        let statements: [EncodedStatement]
        /// Whether a loss of the connection undoes all of the transaction.
        let isRepeatable: Bool
        let reply: Reply<[SQLResult]>
    }

    private struct State {
        /// The requests of the body in their order; several if it runs tasks at the same time.
        var requests: [Request] = []
        /// The connection, while it waits for the next request.
        var connection: CheckedContinuation<Request?, Never>?
        var isBegun = false
        /// The error of further requests, from the last one on.
        var end: SQLError?
    }

    private static let ended = SQLError.connection("the transaction has ended")

    let deadline: ContinuousClock.Instant
    private let beginning: Statement
    private let pool: ConnectionPool
    private let state = Mutex(State())

    init(
        _ isolation: IsolationLevel,
        until deadline: ContinuousClock.Instant,
        _ pool: ConnectionPool
    ) {
        beginning = Statement("BEGIN ISOLATION LEVEL \(isolation.rawValue)")
        self.deadline = deadline
        self.pool = pool
    }

    func run(_ statements: [Statement]) async throws(SQLError) -> [SQLResult] {
        guard !statements.isEmpty else { return [] }
        return try await send(statements)
    }

    /// Runs the last statements and commits, in one round trip.
    func commit(after statements: [Statement]) async throws(SQLError) {
        let isEmpty = state.withLock { state in
            guard !state.isBegun, statements.isEmpty, state.end == nil else { return false }
            state.end = Self.ended
            return true
        }
        guard !isEmpty else { return }
        let results = try await send(statements + [Statement("COMMIT")], isLast: true)
        guard results.last?.command == "COMMIT" else {
            throw .server(state: "25P02", message: "the transaction was rolled back")
        }
    }

    /// Rolls back, unless the session has ended.
    ///
    /// A lost connection has the same effect, and a connection rolls back for a cancelled task.
    func rollBack() async {
        let isOpen = state.withLock { $0.isBegun && $0.end == nil }
        if isOpen { _ = try? await send([Statement("ROLLBACK")], isLast: true) }
    }

    private func send(
        _ statements: [Statement],
        isLast: Bool = false
    ) async throws(SQLError) -> [SQLResult] {
        var encoded: [EncodedStatement] = []
        for statement in [beginning] + statements {
            encoded.append(try EncodedStatement(statement))
        }
        do throws(SQLError) {
            let results = try await Reply.wait { [encoded] in add(encoded, isLast, $0) }
            return Array(results.suffix(statements.count))
        } catch {
            // The statements may be left out, so nothing may follow them.
            if error == .cancelled { end(with: error) }
            throw error
        }
    }

    private func add(_ encoded: [EncodedStatement], _ isLast: Bool, _ reply: Reply<[SQLResult]>) {
        enum Outcome {
            case refused(SQLError)
            case waiting(isFirst: Bool)
            case received(CheckedContinuation<Request?, Never>, Request)
        }
        let outcome: Outcome = state.withLock { state in
            if let end = state.end { return .refused(end) }
            defer { state.isBegun = true }
            if isLast { state.end = Self.ended }
            let request = Request(
                statements: state.isBegun ? Array(encoded.dropFirst()) : encoded,
                isRepeatable: !state.isBegun && !isLast,
                reply: reply
            )
            if let connection = state.connection.take() { return .received(connection, request) }
            state.requests.append(request)
            return .waiting(isFirst: !state.isBegun)
        }
        switch outcome {
        case .refused(let error): reply.finish(.failure(error))
        case .waiting(let isFirst): if isFirst { pool.add(.transaction(self)) }
        case .received(let connection, let request): connection.resume(returning: request)
        }
    }

    /// Ends the session, unless it has ended, and answers the waiting requests with an error.
    func end(with error: SQLError = ended) {
        let waiting = state.withLock { state in
            state.end = state.end ?? error
            state.connection?.resume(returning: nil)
            state.connection = nil
            defer { state.requests = [] }
            return state.requests
        }
        for request in waiting { request.reply.finish(.failure(error)) }
    }
}

extension PostgresSession {
    /// Whether the session has ended and no request waits.
    var isEnded: Bool { state.withLock { $0.end != nil && $0.requests.isEmpty } }

    /// Waits for the next request; `nil` when the session has ended.
    nonisolated(nonsending) func nextRequest() async -> Request? {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if !state.requests.isEmpty {
                    continuation.resume(returning: state.requests.removeFirst())
                } else if state.end != nil {
                    continuation.resume(returning: nil)
                } else {
                    state.connection = continuation
                }
            }
        }
    }
}
