import CLibpq
import Foundation

extension LibpqConnection {
    /// Runs statements in one round trip.
    ///
    /// The first that fails ends the others, whose errors are not reported. The connection remains
    /// good, unless ``handle`` is `nil` then.
    func run(
        _ statements: [Statement],
        until deadline: ContinuousClock.Instant
    ) throws(SQLError) -> [SQLResult] {
        let parameters = try Self.encode(statements)
        var steps: [Step] = []
        for (statement, parameters) in zip(statements, parameters) {
            try send(statement, parameters, &steps)
        }
        guard let handle, PQpipelineSync(handle) == 1 else { throw close() }
        return try receive(steps, until: deadline)
    }

    /// What a result is of.
    private enum Step {
        case preparation(text: String)
        case execution
    }

    /// Encodes all values before anything is sent, so that one that cannot be leaves no trace.
    private static func encode(_ statements: [Statement]) throws(SQLError) -> [Parameters] {
        var parameters: [Parameters] = []
        for statement in statements { parameters.append(try Parameters(statement.values)) }
        return parameters
    }

    private func send(
        _ statement: Statement,
        _ parameters: Parameters,
        _ steps: inout [Step]
    ) throws(SQLError) {
        guard let handle else { throw .connection("it was closed") }
        let name: String
        if let known = prepared[statement.text] {
            name = known
        } else {
            preparationCount += 1
            name = "s\(preparationCount)"
            guard PQsendPrepare(handle, name, statement.text, 0, nil) == 1 else { throw close() }
            steps.append(.preparation(text: statement.text))
            prepared[statement.text] = name
        }
        guard parameters.send(name, by: handle) else { throw close() }
        steps.append(.execution)
    }

    private func receive(
        _ steps: [Step],
        until deadline: ContinuousClock.Instant
    ) throws(SQLError) -> [SQLResult] {
        var results: [SQLResult] = []
        var failure: SQLError?
        for step in steps {
            guard let result = try nextResult(until: deadline) else { throw close() }
            // A step ends with a null pointer.
            while try nextResult(until: deadline) != nil {}
            if failure == nil { failure = result.failure }
            switch step {
            case .preparation(let text):
                if failure != nil { prepared[text] = nil }
                PQclear(result.pointer)
            case .execution: results.append(SQLResult(taking: result.pointer))
            }
        }
        guard let end = try nextResult(until: deadline), end.status == PGRES_PIPELINE_SYNC else {
            throw close()
        }
        PQclear(end.pointer)
        guard let failure else { return results }
        if failure.endsSession { close() }
        throw failure
    }

    private func nextResult(
        until deadline: ContinuousClock.Instant
    ) throws(SQLError) -> ReceivedResult? {
        while true {
            guard let handle else { throw .connection("it was closed") }
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw close() }
            guard PQisBusy(handle) == 1 else { break }
            try wait(for: Int16(POLLIN | (unsent == 1 ? POLLOUT : 0)), until: deadline)
            guard PQconsumeInput(handle) == 1 else { throw close() }
        }
        return PQgetResult(handle).map(ReceivedResult.init)
    }
}

private struct ReceivedResult {
    let pointer: OpaquePointer

    var status: ExecStatusType { PQresultStatus(pointer) }

    var failure: SQLError? {
        switch status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return nil
        default:
            // 67 is 'C', the field of the SQLSTATE.
            let state = PQresultErrorField(pointer, 67).map { String(cString: $0) }
            let message = PQresultErrorField(pointer, 77).map { String(cString: $0) }
            guard let state else { return .connection("the server ended it") }
            return .server(state: state, message: message ?? "")
        }
    }
}

/// The encoded values of a statement, which stay where they are while libpq copies them.
private struct Parameters {
    private var bytes: [UInt8] = []
    /// Where each value begins; `nil` for `NULL`.
    private var offsets: [Int?] = []

    init(_ values: [SQLValue]) throws(SQLError) {
        for value in values {
            let offset = bytes.count
            offsets.append(try value.append(to: &bytes) ? offset : nil)
        }
    }

    func send(_ name: String, by handle: OpaquePointer) -> Bool {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
            let count = Int32(pointers.count)
            return PQsendQueryPrepared(handle, name, count, pointers, nil, nil, 0) == 1
        }
    }
}
