import CLibpq
import Foundation

/// The outcome of statements that ran in one round trip.
enum RoundTripOutcome {
    case success([SQLResult])
    /// An error, and whether certainly nothing was done, so that another session may do it.
    case failure(SQLError, isUntouched: Bool)
}

extension LibpqConnection {
    /// Runs statements in one round trip; the first error ends the others.
    ///
    /// Unless they begin and end transactions, they are done together or not at all. The connection
    /// remains usable unless ``handle`` is `nil` afterwards.
    func run(
        _ statements: [EncodedStatement],
        until deadline: ContinuousClock.Instant
    ) -> RoundTripOutcome {
        do throws(SQLError) {
            return try receive(try send(statements), until: deadline)
        } catch {
            close()
            return .failure(error, isUntouched: error.endsServerProcess)
        }
    }

    /// The origin of a result.
    private enum Step {
        case forgetting
        case preparation(text: String)
        case execution(text: String, isKnown: Bool)
    }

    // MARK: Sending

    private func send(_ statements: [EncodedStatement]) throws(SQLError) -> [Step] {
        guard let handle else { throw .connection("it was closed") }
        var steps: [Step] = []
        if prepared.count > Self.largestPreparedCount {
            prepared = [:]
            guard PQsendQueryParams(handle, "DEALLOCATE ALL", 0, nil, nil, nil, nil, 0) == 1
            else { throw close() }
            steps.append(.forgetting)
        }
        for statement in statements {
            let text = statement.text
            let known = prepared[text]
            let name: String
            if let known {
                name = known
            } else {
                preparationCount += 1
                name = "s\(preparationCount)"
                guard PQsendPrepare(handle, name, text, 0, nil) == 1 else { throw close() }
                steps.append(.preparation(text: text))
                prepared[text] = name
            }
            guard statement.send(name, by: handle) else { throw close() }
            steps.append(.execution(text: text, isKnown: known != nil))
        }
        guard PQpipelineSync(handle) == 1 else { throw close() }
        return steps
    }

    // MARK: Receiving

    private func receive(
        _ steps: [Step],
        until deadline: ContinuousClock.Instant
    ) throws(SQLError) -> RoundTripOutcome {
        var results: [SQLResult] = []
        var failure: (error: SQLError, isUntouched: Bool)?
        for step in steps {
            let result = try stepResult(until: deadline)
            let error = result.failure
            if let error, error.endsServerProcess { throw error }
            var isForgotten = false
            switch step {
            case .forgetting: break
            case .preparation(let text):
                if error != nil || failure != nil { prepared[text] = nil }
            case .execution(let text, let isKnown):
                if let error, error.isOfPreparation {
                    prepared[text] = nil
                    isForgotten = isKnown
                }
                results.append(result)
            }
            if let error, failure == nil { failure = (error, error.isOfReplica || isForgotten) }
        }
        guard let end = try nextResult(until: deadline), end.isSynchronization else {
            throw close()
        }
        guard let failure else { return .success(results) }
        if failure.error.endsSession { close() }
        return .failure(failure.error, isUntouched: failure.isUntouched)
    }

    /// The one result of a step; a null pointer ends the step.
    private func stepResult(
        until deadline: ContinuousClock.Instant
    ) throws(SQLError) -> SQLResult {
        guard let result = try nextResult(until: deadline) else { throw close() }
        guard !result.isCopy else {
            close()
            throw .server(state: "0A000", message: "COPY is not supported")
        }
        while try nextResult(until: deadline) != nil {}
        // An error without a SQLSTATE is libpq's own: the connection is lost.
        if case .connection = result.failure { throw close() }
        return result
    }

    private func nextResult(
        until deadline: ContinuousClock.Instant
    ) throws(SQLError) -> SQLResult? {
        while true {
            guard let handle else { throw .connection("it was closed") }
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw close() }
            guard PQisBusy(handle) == 1 else { break }
            let events = Int16(POLLIN | (unsent == 1 ? POLLOUT : 0))
            guard try isReady(for: events, until: deadline) else { throw .deadline }
            guard PQconsumeInput(handle) == 1 else { throw close() }
        }
        return PQgetResult(handle).map { SQLResult(taking: $0) }
    }
}
