import CLibpq
import Foundation

/// One connection by libpq, without blocking beyond a deadline.
///
/// It is used by one thread at a time.
final class LibpqConnection {
    private(set) var handle: OpaquePointer?
    /// The names of the texts that this session has prepared.
    var prepared: [String: String] = [:]
    /// The number of names that were given, none of which is given again.
    var preparationCount = 0

    /// Connects; of several hosts, to the first that fits (`target_session_attrs`).
    init(to address: DatabaseAddress, until deadline: ContinuousClock.Instant) throws(SQLError) {
        handle = address.startConnecting()
        guard let handle, PQstatus(handle) != CONNECTION_BAD else { throw close() }
        // Notices would go to standard error.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            try wait(for: Int16(events), until: deadline)
            state = PQconnectPoll(handle)
            if state == PGRES_POLLING_FAILED { throw close() }
        }
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
            throw close()
        }
    }

    deinit { PQfinish(handle) }

    /// Whether the server has not closed the connection while nothing was under way.
    var isAlive: Bool {
        guard let handle, PQstatus(handle) == CONNECTION_OK else { return false }
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 0) > 0 else { return true }
        return PQconsumeInput(handle) == 1 && PQstatus(handle) == CONNECTION_OK
    }

    /// Whether a transaction has begun that has not ended.
    var isInTransaction: Bool {
        handle.map { PQtransactionStatus($0) != PQTRANS_IDLE } ?? false
    }

    /// Ends the connection, and returns why.
    @discardableResult
    func close() -> SQLError {
        let message = handle.map { String(cString: PQerrorMessage($0)) } ?? "no memory"
        PQfinish(handle)
        handle = nil
        prepared = [:]
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return .connection(line.isEmpty ? "it was closed" : line)
    }

    /// Waits for the socket, and ends the connection when the time is over.
    func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws(SQLError) {
        guard let handle else { throw .connection("it was closed") }
        var descriptor = pollfd(fd: PQsocket(handle), events: events, revents: 0)
        while true {
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else {
                close()
                throw .deadline
            }
            let milliseconds = Int32(clamping: remaining.components.seconds * 1000 + 1000)
            let count = poll(&descriptor, 1, min(milliseconds, 1000))
            if count > 0 { return }
            if count < 0, errno != EINTR { throw close() }
        }
    }
}
