import Testing

@testable import StoreModel

@Suite("Judgements of performance tests")
struct PerformanceTestTests {
    private static func attempts(
        _ count: Int,
        _ result: StoreNotification.Attempt.Result = .success,
        milliseconds: (Int) -> Int = { $0 }
    ) -> [PerformanceTest.Attempt] {
        (0..<count).map { .init(result: result, milliseconds: milliseconds($0 + 1)) }
    }

    @Test("The numbers are those of Apple's sample")
    func sample() {
        let limits = PerformanceTest.Configuration()
        #expect(limits.maxConcurrentRequests == 10)
        #expect(limits.totalRequests == 100)
        #expect(limits.totalDuration == 60_000)
        #expect(limits.responseTimeThreshold == 500)
        #expect(limits.successRateThreshold == 95)
    }

    @Test("Times are averages and nearest ranks of the successful requests")
    func times() {
        let report = PerformanceTest.Report(Self.attempts(100), by: .init())
        #expect(report.isPassed)
        #expect(report.successRate == 100)
        #expect(report.pendingCount == 0)
        #expect(report.failures.isEmpty)
        #expect(
            report.responseTimes
                == .init(average: 50, p50: 50, p90: 90, p95: 95, p99: 99)
        )
        let one = PerformanceTest.Report(Self.attempts(1), by: .init())
        #expect(one.responseTimes == .init(average: 1, p50: 1, p90: 1, p95: 1, p99: 1))
    }

    @Test(
        "A test is passed with the success rate, rounded down",
        arguments: [(95, true), (94, false)]
    )
    func rate(successes: Int, isPassed: Bool) {
        let attempts = Self.attempts(successes) + Self.attempts(100 - successes, .timedOut)
        let report = PerformanceTest.Report(attempts, by: .init())
        #expect(report.isPassed == isPassed)
        #expect(report.successRate == successes)
        #expect(report.failures == ["TIMED_OUT": 100 - successes])
        var limits = PerformanceTest.Configuration()
        limits.totalRequests = 300
        #expect(PerformanceTest.Report(Self.attempts(284), by: limits).successRate == 94)
    }

    @Test("Requests that did not end are pending, and a test without any is not passed")
    func pending() {
        let report = PerformanceTest.Report([], by: .init())
        #expect(!report.isPassed)
        #expect(report.successRate == 0)
        #expect(report.pendingCount == 100)
        #expect(report.responseTimes == nil)
    }
}
