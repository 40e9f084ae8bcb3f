import Foundation

/// One connection, made when it is first needed and made again when it was lost.
actor PostgresConnection {
    private let thread: ConnectionThread
    private let address: DatabaseAddress
    private let timeout: Duration
    private let pool: ConnectionPool
    private var link: LibpqConnection?
    /// The pool's generation when the connection was made.
    private var generation = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ address: DatabaseAddress, timeout: Duration, _ pool: ConnectionPool, number: Int) {
        thread = ConnectionThread(name: "postgresql-\(number)")
        self.address = address
        self.timeout = timeout
        self.pool = pool
    }

    /// Does the work of the pool until the pool is closed.
    func work() async {
        defer { thread.end() }
        while true {
            switch await pool.next(generation: link == nil ? nil : generation) {
            case .perform(let calls):
                if let session = calls[0].session { await serve(session) } else { run(calls) }
            case .connect: _ = connect(until: .now + timeout)
            case .disconnect: disconnect()
            case .look: if let link, !link.isAlive { disconnect() }
            case .end: return disconnect()
            }
        }
    }

    /// Connects; returns the error of a failure.
    private func connect(until deadline: ContinuousClock.Instant) -> SQLError? {
        do throws(SQLError) {
            link = try LibpqConnection.connect(
                to: address,
                until: deadline,
                statementTimeout: timeout
            )
            generation = pool.didConnect()
            return nil
        } catch {
            pool.didNotConnect(error)
            return error
        }
    }

    private func disconnect() {
        guard link != nil else { return }
        link = nil
        pool.didDisconnect()
    }

    /// Runs statements, and once more after an error that `mayRepeat` allows.
    private func run(
        _ statements: [EncodedStatement],
        until deadline: ContinuousClock.Instant,
        _ mayRepeat: (SQLError, _ isUntouched: Bool) -> Bool
    ) -> Result<[SQLResult], SQLError> {
        var isRepeated = false
        while let link {
            switch link.run(statements, until: deadline) {
            case .success(let results): return .success(results)
            case .failure(let error, let isUntouched):
                let isLost = link.handle == nil
                if isLost { disconnect() }
                guard !isRepeated, mayRepeat(error, isUntouched) else { return .failure(error) }
                isRepeated = true
                guard isLost else { continue }
                pool.leaveOldConnections()
                if let failure = connect(until: deadline) { return .failure(failure) }
            }
        }
        return .failure(.connection("it was closed"))
    }

    /// Runs queries in one round trip, and each of which nothing was done once more.
    private func run(_ queries: [PendingCall]) {
        var untouched: [PendingCall] = []
        let groups = queries.compactMap { call -> StatementGroup? in
            guard case .query(let statement, let deadline, let reply) = call else { return nil }
            return StatementGroup(statements: [statement], deadline: deadline) { outcome in
                switch outcome {
                case .success(let results): reply.finish(.success(results[0]))
                case .failure(_, isUntouched: true): untouched.append(call)
                case .failure(let error, isUntouched: false): reply.finish(.failure(error))
                }
            }
        }
        link?.run(groups)
        if let link, link.handle == nil {
            disconnect()
            if let last = untouched.last {
                pool.leaveOldConnections()
                _ = connect(until: last.deadline)
            }
        }
        for case .query(let statement, let deadline, let reply) in untouched {
            reply.finish(run([statement], until: deadline) { _, _ in false }.map { $0[0] })
        }
    }

    private func serve(_ session: PostgresSession) async {
        while let request = await session.nextRequest() {
            // A loss of the connection undoes what the first request did.
            let result = run(request.statements, until: session.deadline) { error, _ in
                request.isRepeatable && error.isConnectionLoss
            }
            if case .failure(let error) = result, link == nil { session.end(with: error) }
            request.reply.finish(result)
        }
        rollBack(until: session.deadline)
        pool.endLease(session)
    }

    /// Ends a transaction that was not ended by its session.
    private func rollBack(until deadline: ContinuousClock.Instant) {
        guard let link, link.isInTransaction else { return }
        if let rollback = try? EncodedStatement(Statement("ROLLBACK")) {
            _ = link.run([rollback], until: deadline)
        }
        if link.isInTransaction { disconnect() }
    }
}
