import CLibpq
import Foundation

/// Statements that are done together or not at all, unless they begin and end transactions.
struct StatementGroup {
    let statements: [EncodedStatement]
    let deadline: ContinuousClock.Instant
}

/// What became of a group.
enum GroupOutcome {
    case success([SQLResult])
    /// Whether it is certain that nothing was done, so that another session may do it.
    case failure(SQLError, isUntouched: Bool)
}

extension LibpqConnection {
    /// Runs statements in one round trip; the first that fails ends the others.
    func runTogether(
        _ statements: [EncodedStatement],
        until deadline: ContinuousClock.Instant
    ) -> GroupOutcome {
        var outcome = GroupOutcome.failure(.deadline, isUntouched: false)
        run([StatementGroup(statements: statements, deadline: deadline)]) { outcome = $1 }
        return outcome
    }

    /// Runs groups in one round trip, and calls back once for each, in their order.
    ///
    /// Each is a transaction of its own, so that none waits for locks of another, and fails for
    /// another. The connection remains good, unless ``handle`` is `nil` then. Deadlines are in the
    /// order of the groups; a group that misses its own does not take the time of the next ones.
    func run(_ groups: [StatementGroup], finish: @escaping (Int, GroupOutcome) -> Void) {
        var round = Round(groups: groups, finish: finish)
        do throws(SQLError) {
            for group in try send(groups) { try receive(group, &round) }
        } catch {
            close()
            while !round.isAnswered {
                round.answer(.failure(error, isUntouched: round.isEndedByServer))
            }
        }
        if round.isStale { close() }
    }

    /// What a result is of.
    private enum Step {
        case forgetting
        case preparation(text: String)
        case execution(text: String, isKnown: Bool)
    }

    // MARK: Sending

    private func send(_ groups: [StatementGroup]) throws(SQLError) -> [[Step]] {
        guard let handle else { throw .connection("it was closed") }
        var sent: [[Step]] = []
        let mustForget = prepared.count > Self.largestPreparedCount
        if mustForget { prepared = [:] }
        for (index, group) in groups.enumerated() {
            var steps: [Step] = []
            if index == 0, mustForget {
                let text = "DEALLOCATE ALL"
                guard PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 0) == 1 else {
                    throw close()
                }
                steps.append(.forgetting)
            }
            for statement in group.statements { try send(statement, &steps) }
            guard PQpipelineSync(handle) == 1 else { throw close() }
            sent.append(steps)
        }
        return sent
    }

    private func send(_ statement: EncodedStatement, _ steps: inout [Step]) throws(SQLError) {
        guard let handle else { throw .connection("it was closed") }
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

    // MARK: Receiving

    private func receive(_ steps: [Step], _ round: inout Round) throws(SQLError) {
        let number = round.receivedCount
        var results: [SQLResult] = []
        var failure: (error: SQLError, isUntouched: Bool)?
        for step in steps {
            let result = try stepResult(&round)
            let error = result.failure
            if let error, error.endsServerProcess {
                // It ends before the groups that follow, too.
                round.isEndedByServer = true
                throw error
            }
            switch step {
            case .forgetting: break
            case .preparation(let text):
                if error != nil || failure != nil { prepared[text] = nil }
            case .execution(let text, let isKnown):
                let isForgotten = error?.isOfPreparation ?? false
                if isForgotten { prepared[text] = nil }
                if let error, failure == nil {
                    failure = (error, error.isOfReplica || isForgotten && isKnown)
                }
                results.append(result)
                continue
            }
            if let error, failure == nil { failure = (error, error.isOfReplica) }
        }
        guard let end = try nextResult(&round), end.isSynchronization else { throw close() }
        round.receivedCount += 1
        if let failure, failure.error.endsSession { round.isStale = true }
        guard number >= round.answeredCount else { return }
        let isUntouched = failure?.isUntouched ?? false
        round.answer(
            failure.map { .failure($0.error, isUntouched: isUntouched) } ?? .success(results)
        )
    }

    /// The one result of a step; a null pointer ends the step.
    private func stepResult(_ round: inout Round) throws(SQLError) -> SQLResult {
        guard let result = try nextResult(&round) else { throw close() }
        guard !result.isCopy else {
            close()
            throw .server(state: "0A000", message: "COPY has no place here")
        }
        while try nextResult(&round) != nil {}
        // Without a SQLSTATE it is libpq that tells of the loss.
        if case .connection = result.failure { throw close() }
        return result
    }

    private func nextResult(_ round: inout Round) throws(SQLError) -> SQLResult? {
        while true {
            guard let handle else { throw .connection("it was closed") }
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw close() }
            guard PQisBusy(handle) == 1 else { break }
            let events = Int16(POLLIN | (unsent == 1 ? POLLOUT : 0))
            while try !isReady(for: events, until: round.deadline) {
                round.answer(.failure(.deadline, isUntouched: false))
                guard !round.isAnswered else { throw .deadline }
            }
            guard PQconsumeInput(handle) == 1 else { throw close() }
        }
        return PQgetResult(handle).map { SQLResult(taking: $0) }
    }
}

/// The state of a round trip.
private struct Round {
    let groups: [StatementGroup]
    let finish: (Int, GroupOutcome) -> Void
    private(set) var answeredCount = 0
    /// The number of groups that the server has answered, also too late.
    var receivedCount = 0
    /// Whether the server said that it ends the session, before it did what is not answered.
    var isEndedByServer = false
    /// Whether the session is of no more use.
    var isStale = false

    init(groups: [StatementGroup], finish: @escaping (Int, GroupOutcome) -> Void) {
        self.groups = groups
        self.finish = finish
    }

    var isAnswered: Bool { answeredCount == groups.count }

    /// The deadline of the first group without an answer.
    var deadline: ContinuousClock.Instant {
        isAnswered ? .now : groups[answeredCount].deadline
    }

    mutating func answer(_ outcome: GroupOutcome) {
        finish(answeredCount, outcome)
        answeredCount += 1
    }
}
