import EntitlementModel
import Foundation
import Logging
import PostgreSQL
import ServiceLifecycle

/// Answers consumption requests by the rule, sends answers until the App Store accepts or refuses
/// them, and ends requests whose deadline has passed.
///
/// Any number of processes share the work: an answer is leased for an attempt, and taken by another
/// process when the lease has ended. The App Store may thus receive an answer twice.
struct ConsumptionSender: Service {
    /// The time after which another process takes over an answer.
    ///
    /// It is longer than an attempt.
    static let lease: Milliseconds = 60_000
    private static let timeout: Duration = .seconds(40)
    private static let longestPause: Milliseconds = 600_000
    /// The time before the deadline in which a request without an accepted answer is urgent.
    private static let urgency: Milliseconds = 2 * 3_600_000
    private static let batch = 100
    /// The maximum number of requests that are processed at the same time.
    private static let places = 8

    let database: any SQLDatabase
    let apps: AppDirectory
    let clock: ServiceClock
    /// The App Store Server API of a scope; `nil` without an API key.
    let client: (@Sendable (PurchaseScope) -> AppStoreServerClient)?
    let metrics: ServiceMetrics
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                // An environment that doesn't respond must not delay another one.
                for scope in apps.scopes {
                    group.addTask {
                        await repeatedly {
                            while await settle(scope) == Self.batch, !Task.isCancelled {}
                        }
                    }
                }
                group.addTask {
                    await repeatedly { await attempt("measurement") { try await measure() } }
                }
            }
        }
    }

    private func repeatedly(_ body: () async -> Void) async {
        repeat {
            await body()
        } while (try? await Task.sleep(for: .seconds(5))) != nil
    }

    /// Processes the due requests of a scope.
    ///
    /// - Returns: The number of processed requests.
    @discardableResult
    func settle(_ scope: PurchaseScope) async -> Int {
        let due = await attempt("look-up") { try await dueRequests(in: scope) } ?? []
        return await withTaskGroup(of: Bool.self) { group in
            var count = 0
            for (index, (request, state)) in due.enumerated() {
                if index >= Self.places, await group.next() == true { count += 1 }
                group.addTask {
                    await attempt("change") { try await settle(request, state) } != nil
                }
            }
            return await group.reduce(into: count) { $0 += $1 ? 1 : 0 }
        }
    }

    private func dueRequests(
        in scope: PurchaseScope
    ) async throws -> [(ConsumptionRequest, ConsumptionTables.State)] {
        let due = ConsumptionTables.due(
            in: scope,
            at: try await clock.now(in: database),
            by: rule(of: scope),
            sends: client != nil,
            limit: Self.batch
        )
        return try await database.query(due).map { row throws(SQLError) in
            (try ConsumptionRequest.decode(&row), try row.next())
        }
    }

    /// The rule of an app; `nil` without an API key, so that the team can still answer.
    private func rule(of scope: PurchaseScope) -> ConsumptionRule? {
        client == nil ? nil : apps[scope.app]?.consumption
    }

    private func settle(
        _ request: ConsumptionRequest,
        _ state: ConsumptionTables.State
    ) async throws {
        // Earlier requests in the list may have taken long.
        let now = try await clock.now(in: database)
        if request.deadline <= now {
            let expire = ConsumptionTables.expire(request, at: now)
            note(.expired, request, try await database.query(expire))
        } else if state == .answered {
            try await send(request, at: now)
        } else if let answer = rule(of: request.key.scope)?.answers[request.productID] {
            let statement = ConsumptionTables.answer(request, with: answer, at: now)
            _ = try await database.query(statement)
        }
    }

    // MARK: Sending

    private enum Outcome: Sendable {
        case accepted
        /// The App Store would refuse the same answer again.
        case refused(String)
        case failed(String)
    }

    /// Leases the answer to a request, makes an attempt, and records its outcome.
    private func send(_ request: ConsumptionRequest, at now: Milliseconds) async throws {
        let lease = ConsumptionTables.lease(request, at: now, until: now + Self.lease)
        let leased = try await database.query(lease).map { row throws(SQLError) in
            (answer: try row.next() as String, attempt: try row.next() as Int64)
        }
        guard let (answer, attempt) = leased.first else { return }
        switch await outcome(of: answer, about: request) {
        case .accepted:
            let end = ConsumptionTables.end(request, attempt, as: .sent)
            note(.sent, request, try await database.query(end))
        case .refused(let reason):
            let end = ConsumptionTables.end(request, attempt, as: .failed, because: reason)
            note(.failed, request, try await database.query(end), reason)
        case .failed(let reason):
            logger.info("consumption answer not sent", metadata: request.metadata(reason))
            let pause = EventSender.pause(after: attempt, longest: Self.longestPause)
            let date = try await clock.now(in: database) + pause
            _ = try await database.query(
                ConsumptionTables.postpone(request, attempt, until: date, because: reason)
            )
        }
    }

    /// Makes an attempt, which ends before its lease does.
    private func outcome(of answer: String, about request: ConsumptionRequest) async -> Outcome {
        await withTaskGroup(of: Outcome.self) { group in
            group.addTask { await post(answer, about: request) }
            group.addTask {
                try? await Task.sleep(for: Self.timeout)
                return .failed("The App Store did not respond in time.")
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failed("")
        }
    }

    private func post(_ answer: String, about request: ConsumptionRequest) async -> Outcome {
        guard let client = client?(request.key.scope) else { return .failed("No API key is set.") }
        do {
            try await client.send(answer, about: request.transactionID)
            return .accepted
        } catch let error as AppStoreServerError {
            let reason = LogText.line(error.localizedDescription)
            return error.refusesAnswer ? .refused(reason) : .failed(reason)
        } catch {
            return .failed(LogText.line("No response: \(error)"))
        }
    }

    // MARK: Counting

    /// Counts the end of a request, unless another process was faster.
    private func note(
        _ state: ConsumptionTables.State,
        _ request: ConsumptionRequest,
        _ result: SQLResult,
        _ reason: String? = nil
    ) {
        guard result.changedRowCount > 0 else { return }
        metrics.consumptionRequest(state.rawValue)
        logger.log(
            level: state == .sent ? .info : .warning,
            "consumption request \(state.rawValue)",
            metadata: request.metadata(reason)
        )
    }

    /// Measures the numbers of open and of urgent requests.
    func measure() async throws {
        let date = try await clock.now(in: database) + Self.urgency
        var open: Int64 = 0
        var urgent: Int64 = 0
        for scope in apps.scopes {
            let count = ConsumptionTables.count(in: scope, dueBy: date)
            for var row in try await database.query(count).rows {
                open += try row.next()
                urgent += try row.next()
            }
        }
        metrics.consumptionRequests(open: open, urgent: urgent)
    }

    /// Runs a step, and logs its error; the next round tries again.
    @discardableResult
    private func attempt<Value: Sendable>(
        _ work: String,
        _ body: () async throws -> Value
    ) async -> Value? {
        do {
            return try await body()
        } catch {
            logger.warning(
                "\(work) of consumption requests failed",
                metadata: ["error": .string(error.localizedDescription)]
            )
            return nil
        }
    }
}

extension AppStoreServerError {
    /// Whether the App Store would refuse the same answer again; a wrong key can be corrected.
    fileprivate var refusesAnswer: Bool {
        (400..<500).contains(status) && status != 401 && !isTransient
    }
}

extension ConsumptionRequest {
    fileprivate func metadata(_ reason: String?) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "app": "\(key.scope)", "transaction": "\(transactionID)",
        ]
        metadata["reason"] = reason.map { .string($0) }
        return metadata
    }
}
