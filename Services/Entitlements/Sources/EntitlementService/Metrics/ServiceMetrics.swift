import CoreMetrics
import EntitlementModel
import Foundation
import Metrics

/// The counts and measurements of a process.
///
/// No label has more than a few values.
struct ServiceMetrics: Sendable {
    /// The source of a document.
    enum Source: String, Sendable {
        case notification
        case upload
    }

    private let factory: any MetricsFactory

    init(_ factory: any MetricsFactory) {
        self.factory = factory
    }

    func recorded(_ source: Source, isNew: Bool) {
        count("entitlements_documents_total", source, isNew ? "recorded" : "duplicate")
    }

    func refused(_ source: Source, _ kind: Refusal.Kind) {
        count("entitlements_documents_total", source, "\(kind)")
    }

    func failed(_ source: Source) {
        count("entitlements_documents_total", source, "failed")
    }

    private func count(_ label: String, _ source: Source, _ outcome: String) {
        let dimensions = [("source", source.rawValue), ("outcome", outcome)]
        Counter(label: label, dimensions: dimensions, factory: factory).increment()
    }

    /// Records the age of a document's signature; negative if our clock is slow.
    func verified(_ submission: Submission, at now: Milliseconds) {
        let age = Double(now - submission.document.signingDate) / 1000
        Gauge(label: "entitlements_document_age_seconds", factory: factory).record(age)
        guard age < 0 else { return }
        Counter(label: "entitlements_documents_from_the_future_total", factory: factory)
            .increment()
    }

    func timingCommit<Value>(_ body: () async throws -> Value) async throws -> Value {
        let start = ContinuousClock.now
        let value = try await body()
        time("entitlements_commit_seconds", since: start)
        return value
    }

    func timed(_ route: String, since start: ContinuousClock.Instant, status: Int) {
        time("entitlements_request_seconds", since: start, [("route", route)])
        Counter(
            label: "entitlements_requests_total",
            dimensions: [("route", route), ("status", String(status))],
            factory: factory
        ).increment()
    }

    private func time(
        _ label: String,
        since start: ContinuousClock.Instant,
        _ dimensions: [(String, String)] = []
    ) {
        let duration = (ContinuousClock.now - start).components
        let nanoseconds = duration.seconds * 1_000_000_000 + duration.attoseconds / 1_000_000_000
        Metrics.Timer(label: label, dimensions: dimensions, factory: factory)
            .recordNanoseconds(nanoseconds)
    }

    /// Records the lead of the process's clock over the database's.
    func clockSkew(_ milliseconds: Milliseconds) {
        Gauge(label: "entitlements_clock_skew_seconds", factory: factory)
            .record(Double(milliseconds) / 1000)
    }

    func events(delivered: Int = 0, failed: Int = 0, givenUp: Int = 0) {
        let outcomes = [("delivered", delivered), ("failed", failed), ("givenUp", givenUp)]
        for (outcome, count) in outcomes where count > 0 {
            Counter(
                label: "entitlements_event_deliveries_total",
                dimensions: [("outcome", outcome)],
                factory: factory
            ).increment(by: count)
        }
    }

    /// Counts the end of a consumption request.
    func consumptionRequest(_ outcome: String) {
        Counter(
            label: "entitlements_consumption_requests_total",
            dimensions: [("outcome", outcome)],
            factory: factory
        ).increment()
    }

    /// Records the numbers of open and of urgent consumption requests.
    func consumptionRequests(open: Int64, urgent: Int64) {
        Gauge(label: "entitlements_consumption_requests_open", factory: factory).record(open)
        Gauge(label: "entitlements_consumption_requests_urgent", factory: factory).record(urgent)
    }

    /// Records the number of customers with undelivered events.
    func waitingForDelivery(_ count: Int64) {
        Gauge(label: "entitlements_customers_awaiting_events", factory: factory).record(count)
    }
}
