import Foundation

/// A connection and its thread.
///
/// It is unchecked because only its thread uses what is in it; the queue's monitor guards
/// ``isConnected`` and ``generation``.
final class Worker: @unchecked Sendable {
    let condition = Monitor.Condition()
    /// Whether the queue counts on this connection.
    var isConnected = false
    /// The queue's generation when the connection was made.
    var generation = 0
    private let address: DatabaseAddress
    private let timeout: Duration
    private let queue: WorkQueue
    private var connection: LibpqConnection?

    init(_ address: DatabaseAddress, timeout: Duration, _ queue: WorkQueue) {
        self.address = address
        self.timeout = timeout
        self.queue = queue
    }

    /// Whether the connection is as good as one can know without asking.
    var isAlive: Bool { connection?.isAlive ?? false }

    func work() {
        while let work = queue.next(for: self) {
            switch work {
            case .connect: connect()
            case .queries(let queries): run(queries)
            case .transaction(let session):
                serve(session)
                queue.endLease()
            }
        }
        connection = nil
        queue.workerDidEnd()
    }

    private func connect() {
        connection = nil
        do throws(SQLError) {
            connection = try LibpqConnection.connect(to: address, timeout: timeout)
            queue.didConnect(self)
        } catch {
            queue.didNotConnect(error)
        }
    }

    private func disconnect() {
        connection?.close()
        connection = nil
        queue.didDisconnect(self)
    }

    // MARK: Queries

    private func run(_ queries: [PendingQuery]) {
        guard let connection else { return queue.putBack(queries) }
        var untouched: [PendingQuery] = []
        let groups = queries.map { query in
            StatementGroup(statements: [query.statement], deadline: query.deadline)
        }
        connection.run(groups) { index, outcome in
            var query = queries[index]
            switch outcome {
            case .success(let results):
                for result in results { query.complete(.success(result)) }
            case .failure(let error, let isUntouched):
                guard isUntouched, !query.isRepeated else {
                    return query.complete(.failure(error))
                }
                query.isRepeated = true
                untouched.append(query)
            }
        }
        if connection.handle == nil {
            disconnect()
            if !untouched.isEmpty { queue.leaveOldConnections() }
        }
        if !untouched.isEmpty { queue.putBack(untouched) }
    }

    // MARK: Transactions

    private func serve(_ session: LeasedSession) {
        guard let connection else { return session.refuse(with: .connection("it was closed")) }
        while let request = session.nextRequest() {
            switch connection.runTogether(request.statements, until: session.deadline) {
            case .success(let results): request.complete(.success(results))
            case .failure(let error, _):
                if connection.handle == nil {
                    disconnect()
                    if error.isConnectionLoss, session.putBack(request) {
                        queue.leaveOldConnections()
                        return queue.putBack(session)
                    }
                    session.refuse(with: error)
                }
                request.complete(.failure(error))
            }
        }
        guard connection.isInTransaction else { return }
        // The body ended without an end, or the time was over.
        if let rollback = try? EncodedStatement(Statement("ROLLBACK")) {
            _ = connection.runTogether([rollback], until: session.deadline)
        }
        if connection.isInTransaction { disconnect() }
    }
}
