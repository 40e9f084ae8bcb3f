import CLibpq
import Foundation

/// One connection by libpq, without blocking beyond a deadline.
///
/// Its actor alone uses it.
final class LibpqConnection {
    /// The number of texts that a session prepares before it forgets all.
    static let largestPreparedCount = 256

    private(set) var handle: OpaquePointer?
    /// The names of the texts that this session has prepared.
    var prepared: [String: String] = [:]
    /// The number of names that were given, none of which is given again.
    var preparationCount = 0
    /// Whether one session of the server is this connection's own, rather than a pooler's.
    ///
    /// A pooler in transaction mode may run the next transaction in a session that others use, too,
    /// so nothing is prepared there.
    private(set) var hasOwnSession = false

    /// Connects; of several hosts, to the first that fits (`target_session_attrs`).
    ///
    /// Each host has its share of the time: libpq would wait for the first one, dead or not.
    /// The name of a host is looked up without a limit, which delays this connection alone.
    static func connect(
        to address: DatabaseAddress,
        until end: ContinuousClock.Instant,
        statementTimeout: Duration
    ) throws(SQLError) -> LibpqConnection {
        var failure = SQLError.deadline
        for index in 0..<address.hostCount {
            let remaining = ContinuousClock.now.duration(to: end) / (address.hostCount - index)
            do throws(SQLError) {
                return try LibpqConnection(
                    to: address,
                    host: index,
                    until: .now + min(remaining, address.connectTimeout ?? remaining),
                    statementTimeout: statementTimeout
                )
            } catch {
                failure = error == .deadline ? .connection("\(address) did not respond") : error
            }
        }
        throw failure
    }

    private init(
        to address: DatabaseAddress,
        host: Int,
        until deadline: ContinuousClock.Instant,
        statementTimeout: Duration
    ) throws(SQLError) {
        handle = address.startConnecting(toHost: host)
        guard let handle, PQstatus(handle) != CONNECTION_BAD else { throw close() }
        // Notices would go to standard error.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            guard try isReady(for: Int16(events), until: deadline) else {
                close()
                throw .deadline
            }
            state = PQconnectPoll(handle)
            if state == PGRES_POLLING_FAILED { throw close() }
        }
        let version = ServerVersion(number: Int(PQserverVersion(handle)))
        guard version.isSupported else {
            close()
            throw .connection(
                "PostgreSQL \(version) is too old, use \(ServerVersion.oldest) or later"
            )
        }
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
            throw close()
        }
        try begin(statementTimeout, until: deadline)
    }

    deinit { PQfinish(handle) }

    /// Finds out whose session it is, and makes the server give up in it when the deadline of its
    /// client is over.
    ///
    /// A pooler, such as PgBouncer, invents the process that it announces.
    private func begin(
        _ timeout: Duration,
        until deadline: ContinuousClock.Instant
    ) throws(SQLError) {
        let statement = try EncodedStatement(
            Statement(
                """
                SELECT set_config('statement_timeout', $1, false),
                    set_config('idle_in_transaction_session_timeout', $1, false)
                WHERE pg_backend_pid() = $2::integer
                """,
                [.text(String(timeout.milliseconds)), .integer(Int64(PQbackendPID(handle)))]
            )
        )
        switch run([statement], until: deadline) {
        case .success(let results): hasOwnSession = results[0].rowCount == 1
        case .failure(let error, _):
            close()
            throw error
        }
    }

    /// Whether the server has sent nothing since the last result.
    ///
    /// Anything else is the end of the session, or so rare that another connection is cheaper.
    var isAlive: Bool {
        guard let handle, PQstatus(handle) == CONNECTION_OK else { return false }
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 0
    }

    /// Whether a transaction has begun that has not ended.
    var isInTransaction: Bool {
        handle.map { PQtransactionStatus($0) != PQTRANS_IDLE } ?? false
    }

    /// Ends the connection, and returns why.
    @discardableResult
    func close() -> SQLError {
        let message = handle.map { String(cString: PQerrorMessage($0)) } ?? ""
        PQfinish(handle)
        handle = nil
        prepared = [:]
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return .connection(line.isEmpty ? "it was closed" : line)
    }

    /// Waits for the socket; `false` when the time is over.
    func isReady(
        for events: Int16,
        until deadline: ContinuousClock.Instant
    ) throws(SQLError) -> Bool {
        guard let handle else { throw .connection("it was closed") }
        let socket = PQsocket(handle)
        guard socket >= 0 else { throw close() }
        var descriptor = pollfd(fd: socket, events: events, revents: 0)
        while true {
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { return false }
            let count = poll(&descriptor, 1, Int32(clamping: remaining.milliseconds))
            if count > 0 { return true }
            if count < 0, errno != EINTR { throw close() }
        }
    }
}

extension Duration {
    /// The milliseconds, rounded up and limited to 32 bits.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        let whole = min(max(seconds, 0), 2_000_000) * 1_000
        return Int(whole + (max(attoseconds, 0) + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
