package import Foundation

/// A performance test of the developer's server: many requests for a retention message.
package struct PerformanceTest: Sendable, Equatable {
    package let identifier: UUID
    /// The address of the requests.
    package let target: URL
    package let configuration: Configuration
    /// The result; `nil` while the test runs.
    package let report: Report?

    package init(
        identifier: UUID = UUID(),
        target: URL,
        configuration: Configuration,
        report: Report? = nil
    ) {
        self.identifier = identifier
        self.target = target
        self.configuration = configuration
        self.report = report
    }

    /// The load and the limits of a test; times are in milliseconds.
    ///
    /// Source: the sample in Apple's server libraries.
    package struct Configuration: Sendable, Equatable, Codable {
        package var maxConcurrentRequests = 10
        package var totalRequests = 100
        /// The time in which requests are sent.
        package var totalDuration = 60_000
        /// The time that a response may take.
        package var responseTimeThreshold = 500
        /// The success rate in percent that a server needs to pass.
        package var successRateThreshold = 95

        package init() {}
    }

    /// One request of a test that ended.
    package struct Attempt: Sendable {
        package let result: StoreNotification.Attempt.Result
        package let milliseconds: Int

        package init(result: StoreNotification.Attempt.Result, milliseconds: Int) {
            self.result = result
            self.milliseconds = milliseconds
        }
    }

    package struct Report: Sendable, Equatable, Codable {
        package let isPassed: Bool
        /// The successful requests in percent of all, rounded down.
        package let successRate: Int
        /// The number of requests that were not sent, or did not end.
        package let pendingCount: Int
        /// The response times of the successful requests; `nil` without any.
        package let responseTimes: ResponseTimes?
        /// The number of failed requests by their results.
        package let failures: [String: Int]
    }

    /// The distribution of times in milliseconds.
    package struct ResponseTimes: Sendable, Equatable, Codable {
        package let average: Int
        package let p50: Int
        package let p90: Int
        package let p95: Int
        package let p99: Int
    }
}

extension PerformanceTest.Report {
    /// Judges the requests of a test that ended.
    ///
    /// That a test passes by its success rate alone, and the form of the percentiles, the nearest
    /// rank, are inference.
    package init(_ attempts: [PerformanceTest.Attempt], by limits: PerformanceTest.Configuration) {
        let times = attempts.filter { $0.result == .success }.map(\.milliseconds).sorted()
        let failed = attempts.filter { $0.result != .success }
        successRate = times.count * 100 / max(1, limits.totalRequests)
        isPassed = successRate >= limits.successRateThreshold
        pendingCount = limits.totalRequests - attempts.count
        responseTimes = PerformanceTest.ResponseTimes(sorted: times)
        failures = Dictionary(grouping: failed, by: \.result.rawValue).mapValues(\.count)
    }
}

extension PerformanceTest.ResponseTimes {
    fileprivate init?(sorted times: [Int]) {
        guard !times.isEmpty else { return nil }
        func percentile(_ percent: Int) -> Int { times[(times.count * percent + 99) / 100 - 1] }
        average = times.reduce(0, +) / times.count
        (p50, p90) = (percentile(50), percentile(90))
        (p95, p99) = (percentile(95), percentile(99))
    }
}
