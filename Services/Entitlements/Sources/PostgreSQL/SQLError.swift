import Foundation

/// An error of a statement or a transaction.
package enum SQLError: Error, Hashable, Sendable {
    /// There is no connection, or it was lost: nothing or everything may have been done.
    case connection(String)
    /// The time was over: nothing or everything may have been done.
    case deadline
    /// The task was cancelled: nothing or everything may have been done.
    case cancelled
    /// The database refused, with its SQLSTATE (PostgreSQL, appendix A).
    case server(state: String, message: String)
    /// The server ended the session. None of the statements under way had an effect.
    case termination(state: String, message: String)
    /// A value that PostgreSQL cannot store.
    case unrepresentable(String)
    /// A column has an unexpected type or value.
    case decoding(String)
    /// The database object was closed.
    case closed
}

extension SQLError {
    /// Whether the values are at fault, so that the same statement would fail again.
    package var isAboutValues: Bool {
        switch self {
        case .server(let state, _): state.hasPrefix("22") || state.hasPrefix("23")
        case .unrepresentable: true
        default: false
        }
    }

    /// Whether the transaction met others, so that it may succeed when it is run again.
    package var isConflict: Bool {
        guard case .server(let state, _) = self else { return false }
        return state == "40001" || state == "40P01"
    }

    /// Whether the database is away, full or too slow, so that the same may succeed later.
    package var isUnavailability: Bool {
        switch self {
        case .connection, .termination, .deadline, .cancelled, .closed: true
        case .server(let state, _):
            isOfReplica || isConflict
                || ["25P03", "25P04", "55006", "55P03"].contains(state)
                || ["08", "53", "57", "58"].contains(state.prefix(2))
        case .unrepresentable, .decoding: false
        }
    }

    /// Whether the session is unusable, such as that of a server that became a replica.
    var endsSession: Bool { self == .deadline || isConnectionLoss }

    var isTermination: Bool {
        if case .termination = self { true } else { false }
    }

    /// Whether the server does not write, as one that was the primary.
    var isOfReplica: Bool {
        guard case .server(let state, _) = self else { return false }
        return state == "25006"
    }

    /// Whether the prepared statement is missing, or outdated by a changed table.
    var isOfPreparation: Bool {
        guard case .server(let state, _) = self else { return false }
        return state == "26000" || state == "0A000"
    }

    /// Whether the failure is the connection's, before or after anything was done.
    package var isConnectionLoss: Bool {
        switch self {
        case .connection, .termination: true
        case .server: isOfReplica
        default: false
        }
    }
}

extension SQLError: LocalizedError {
    /// The error in a sentence without a password.
    package var errorDescription: String? {
        switch self {
        case .connection(let detail): "Cannot connect to the database: \(detail)"
        case .deadline: "The database did not respond in time."
        case .cancelled: "The call was cancelled."
        case .server(let state, let message), .termination(let state, let message):
            "Database error \(state): \(message)"
        case .unrepresentable(let value): "PostgreSQL cannot store \(value)."
        case .decoding(let detail): "Unexpected result of the database: \(detail)"
        case .closed: "The database is closed."
        }
    }
}
