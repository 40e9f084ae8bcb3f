import Dispatch
import FlyingSocks
import Foundation
import LocalAppStore

/// Runs performance tests of the developer's server.
final class PerformanceTester: Sendable {
    private let configuration: PerformanceTest.Configuration
    private let queue: BlockingQueue
    private let pool: any AsyncSocketPool
    private let running = Locked<Task<Void, Never>?>(nil)

    init(
        _ configuration: PerformanceTest.Configuration,
        queue: BlockingQueue,
        pool: some AsyncSocketPool
    ) {
        self.configuration = configuration
        self.queue = queue
        self.pool = pool
    }

    /// Begins a test, by the first transaction of a subscription, and returns while it runs.
    func begin(of originalID: LedgerEntry.ID, in store: Store) throws -> PerformanceTest {
        let (test, status) = try store.retention.beginPerformanceTest(
            of: originalID,
            configuration
        )
        let task = Task {
            let attempts = await self.attempts(test, about: status, in: store)
            // A test whose end is not recorded ends when a server starts.
            await self.queue.run { try? store.retention.end(test, with: attempts) }
        }
        running.withLock { $0 = task }
        return test
    }

    /// Ends a running test.
    func end() async {
        let task = running.withLock { $0 }
        task?.cancel()
        await task?.value
    }

    /// Sends the requests of a test; returns those that ended.
    private func attempts(
        _ test: PerformanceTest,
        about status: SubscriptionPeriodStatus,
        in store: Store
    ) async -> [PerformanceTest.Attempt] {
        let limits = test.configuration
        let client = RetentionClient(
            within: TimeInterval(limits.responseTimeThreshold) / 1000,
            queue: queue,
            pool: pool,
            connections: limits.maxConcurrentRequests
        )
        defer { client.invalidate() }
        let start = DispatchTime.now()
        return await withTaskGroup(of: PerformanceTest.Attempt?.self) { group in
            var attempts: [PerformanceTest.Attempt] = []
            for number in 0..<limits.totalRequests {
                if number >= limits.maxConcurrentRequests,
                    case let ended?? = await group.next()
                {
                    attempts.append(ended)
                }
                guard !Task.isCancelled, start.millisecondsToNow < limits.totalDuration else {
                    break
                }
                group.addTask {
                    await self.attempt(test, about: status, in: store, with: client)
                }
            }
            for await case let ended? in group { attempts.append(ended) }
            return attempts
        }
    }

    /// Sends one request; returns `nil` if it did not end.
    private func attempt(
        _ test: PerformanceTest,
        about status: SubscriptionPeriodStatus,
        in store: Store,
        with client: RetentionClient
    ) async -> PerformanceTest.Attempt? {
        let request = try? await queue.run { try store.retention.request(about: status) }
        guard let request else { return nil }
        let start = DispatchTime.now()
        let response = await client.response(to: request, at: test.target)
        guard !Task.isCancelled else { return nil }
        return PerformanceTest.Attempt(
            result: response.attemptResult,
            milliseconds: Int(start.millisecondsToNow)
        )
    }
}

extension Result<RetentionResponse, RetentionFallback> {
    /// The result of an attempt, in Apple's words; that an unsuitable body is an invalid response
    /// is inference.
    fileprivate var attemptResult: StoreNotification.Attempt.Result {
        switch self {
        case .success: .success
        case .failure(.failedRequest(let result)): result
        case .failure(.status): .unsuccessfulStatus
        case .failure: .invalidResponse
        }
    }
}
