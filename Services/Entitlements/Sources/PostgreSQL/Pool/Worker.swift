import Foundation

/// A connection and its thread.
///
/// It is unchecked because only its thread uses what is in it.
final class Worker: @unchecked Sendable {
    private let configuration: PostgresDatabase.Configuration
    private let queue: WorkQueue
    private var connection: LibpqConnection?
    private var backoff = Backoff()

    init(_ configuration: PostgresDatabase.Configuration, _ queue: WorkQueue) {
        self.configuration = configuration
        self.queue = queue
    }

    func work() {
        while let work = queue.next() {
            switch work {
            case .queries(let queries): run(queries)
            case .transaction(let session): serve(session)
            }
        }
        connection = nil
    }

    // MARK: Queries

    private func run(_ queries: [PendingQuery]) {
        do throws(SQLError) {
            let results = try runReconnecting(queries)
            for (query, result) in zip(queries, results) { query.complete(.success(result)) }
        } catch {
            guard queries.count > 1, !error.endsSession else {
                for query in queries { query.complete(.failure(error)) }
                return
            }
            // The others are not to blame.
            for query in queries { run([query]) }
        }
    }

    /// Runs queries, once more if a connection was lost that had been idle.
    private func runReconnecting(
        _ queries: [PendingQuery]
    ) throws(SQLError) -> [SQLResult] {
        let deadline = queries.map(\.deadline).min() ?? .now
        let statements = queries.map(\.statement)
        let isOld = connection?.handle != nil
        do throws(SQLError) {
            return try connected(until: deadline).run(statements, until: deadline)
        } catch {
            guard isOld, error.isConnectionLoss else { throw error }
            return try connected(until: deadline).run(statements, until: deadline)
        }
    }

    // MARK: Transactions

    private func serve(_ session: LeasedSession) {
        let connection: LibpqConnection
        do throws(SQLError) {
            connection = try connected(until: session.deadline)
        } catch {
            return session.refuse(with: error)
        }
        while let request = session.nextRequest() {
            do throws(SQLError) {
                let results = try connection.run(request.statements, until: session.deadline)
                request.complete(.success(results))
            } catch {
                if connection.handle == nil { session.refuse(with: error) }
                request.complete(.failure(error))
            }
        }
        // Whoever gave up in the middle leaves the transaction to the server, which rolls it back.
        if connection.isInTransaction { connection.close() }
    }

    // MARK: Connecting

    private func connected(
        until deadline: ContinuousClock.Instant
    ) throws(SQLError) -> LibpqConnection {
        if let connection, connection.handle != nil, connection.isAlive { return connection }
        connection = nil
        try backoff.check()
        do throws(SQLError) {
            let connection = try LibpqConnection(to: configuration.address, until: deadline)
            self.connection = connection
            backoff = Backoff()
            return connection
        } catch {
            backoff.note(error)
            throw error
        }
    }
}

/// The pauses between attempts to connect, which double up to a second.
///
/// During a pause everything fails at once, so that requests do not pile up.
private struct Backoff {
    private var failure: (error: SQLError, end: ContinuousClock.Instant)?
    private var pause: Duration = .milliseconds(25)

    func check() throws(SQLError) {
        if let failure, ContinuousClock.now < failure.end { throw failure.error }
    }

    mutating func note(_ error: SQLError) {
        let part = Double.random(in: 0.5...1)
        failure = (error, ContinuousClock.now + pause * part)
        pause = min(pause * 2, .seconds(1))
    }
}
