import CLibpq
import Foundation

/// The outcome of statements that ran in one round trip.
enum RoundTripOutcome {
    case success([SQLResult])
    /// An error, and whether certainly nothing was done, so that another session may do it.
    case failure(SQLError, isUntouched: Bool)
}

/// Statements that are done together or not at all, unless they begin and end transactions.
struct StatementGroup {
    let statements: [EncodedStatement]
    let deadline: ContinuousClock.Instant
    /// Called with the outcome, which may come after that of a missed deadline.
    let finish: (RoundTripOutcome) -> Void
}

extension LibpqConnection {
    /// Runs statements in one round trip; the first error ends the others.
    ///
    /// The connection remains usable unless ``handle`` is `nil` afterwards.
    func run(
        _ statements: [EncodedStatement],
        until deadline: ContinuousClock.Instant
    ) -> RoundTripOutcome {
        var outcome = RoundTripOutcome.failure(.deadline, isUntouched: false)
        run([StatementGroup(statements: statements, deadline: deadline) { outcome = $0 }])
        return outcome
    }

    /// Runs groups in one round trip.
    ///
    /// Each is a transaction of its own, so that none waits for locks of another, and fails for
    /// another. A group that misses its deadline doesn't take the time of the next ones.
    func run(_ groups: [StatementGroup]) {
        var waiting = groups[...]
        var receivedCount = 0
        var isUsable = true
        do throws(SQLError) {
            var sent: [[Step]] = []
            for group in groups { sent.append(try send(group.statements)) }
            for (group, steps) in zip(groups, sent) {
                let outcome = try receive(steps, &waiting)
                receivedCount += 1
                waiting = waiting.suffix(groups.count - receivedCount)
                if case .failure(let error, _) = outcome, error.endsSession { isUsable = false }
                group.finish(outcome)
            }
        } catch {
            isUsable = false
            for group in groups[receivedCount...] {
                group.finish(.failure(error, isUntouched: error.isTermination))
            }
        }
        if !isUsable { close() }
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
            var name = known
            if name == nil, hasOwnSession {
                name = try prepare(text, by: handle)
                steps.append(.preparation(text: text))
            }
            guard statement.send(as: name, by: handle) else { throw close() }
            steps.append(.execution(text: text, isKnown: known != nil))
        }
        guard PQpipelineSync(handle) == 1 else { throw close() }
        return steps
    }

    /// Prepares a statement, and returns its name.
    private func prepare(_ text: String, by handle: OpaquePointer) throws(SQLError) -> String {
        preparationCount += 1
        let name = "s\(preparationCount)"
        guard PQsendPrepare(handle, name, text, 0, nil) == 1 else { throw close() }
        prepared[text] = name
        return name
    }

    // MARK: Receiving

    private func receive(
        _ steps: [Step],
        _ waiting: inout ArraySlice<StatementGroup>
    ) throws(SQLError) -> RoundTripOutcome {
        var results: [SQLResult] = []
        var failure: (error: SQLError, isUntouched: Bool)?
        for step in steps {
            let result = try stepResult(&waiting)
            let error = result.failure
            if let error, error.isTermination { throw error }
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
        guard let end = try nextResult(&waiting), end.isSynchronization else {
            throw close()
        }
        guard let failure else { return .success(results) }
        return .failure(failure.error, isUntouched: failure.isUntouched)
    }

    /// The one result of a step; a null pointer ends the step.
    private func stepResult(
        _ waiting: inout ArraySlice<StatementGroup>
    ) throws(SQLError) -> SQLResult {
        guard let result = try nextResult(&waiting) else { throw close() }
        guard !result.isCopy else {
            close()
            throw .server(state: "0A000", message: "COPY is not supported")
        }
        while try nextResult(&waiting) != nil {}
        // An error without a SQLSTATE is libpq's own: the connection is lost.
        if case .connection = result.failure { throw close() }
        return result
    }

    private func nextResult(
        _ waiting: inout ArraySlice<StatementGroup>
    ) throws(SQLError) -> SQLResult? {
        while true {
            guard let handle else { throw .connection("it was closed") }
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw close() }
            guard PQisBusy(handle) == 1 else { break }
            let events = Int16(POLLIN | (unsent == 1 ? POLLOUT : 0))
            while try !isReady(for: events, until: waiting.first?.deadline ?? .now) {
                waiting.popFirst()?.finish(.failure(.deadline, isUntouched: false))
                guard !waiting.isEmpty else { throw .deadline }
            }
            guard PQconsumeInput(handle) == 1 else { throw close() }
        }
        return PQgetResult(handle).map { SQLResult(taking: $0) }
    }
}
