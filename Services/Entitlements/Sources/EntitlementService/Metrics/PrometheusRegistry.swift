package import CoreMetrics
import Foundation
import Synchronization

/// The metrics of a process, in the text format of Prometheus (version 0.0.4).
package final class PrometheusRegistry: MetricsFactory {
    private let series = Mutex<[Key: any Series]>([:])

    package init() {}

    /// The name of a metric, and the names and values of its labels in turn.
    private struct Key: Hashable {
        let name: String
        let labels: [String]

        init(_ name: String, _ dimensions: [(String, String)]) {
            self.name = name
            labels = dimensions.flatMap { [$0, $1] }
        }

        /// The labels in the text format.
        var text: String {
            stride(from: 0, to: labels.count, by: 2)
                .map { "\(labels[$0])=\"\(Self.escaped(labels[$0 + 1]))\"" }
                .joined(separator: ",")
        }

        private static func escaped(_ text: String) -> String {
            text.replacingOccurrences(of: "\\", with: "\\\\")
                .replacingOccurrences(of: "\"", with: "\\\"")
                .replacingOccurrences(of: "\n", with: "\\n")
        }
    }

    /// All metrics as text.
    package var text: String {
        let families = Dictionary(grouping: series.withLock { $0 }, by: \.key.name)
        var lines: [String] = []
        for (name, members) in families.sorted(by: { $0.key < $1.key }) {
            guard let first = members.first?.value else { continue }
            lines.append("# TYPE \(name) \(type(of: first).kind)")
            let texts = members.map { (labels: $0.key.text, series: $0.value) }
            for member in texts.sorted(by: { $0.labels < $1.labels }) {
                lines += member.series.lines(name, member.labels)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func member<Member: Series>(
        _ label: String,
        _ dimensions: [(String, String)],
        _ make: () -> Member
    ) -> Member {
        let key = Key(label, dimensions)
        return series.withLock { series in
            if let known = series[key] as? Member { return known }
            let new = make()
            series[key] = new
            return new
        }
    }

    // MARK: MetricsFactory

    package func makeCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any CounterHandler {
        member(label, dimensions) { CountingSeries() }
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        member(label, dimensions) { GaugeSeries() }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        member(label, dimensions) { HistogramSeries() }
    }

    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}
}

/// The values with one name and one set of labels.
private protocol Series: AnyObject, Sendable {
    static var kind: String { get }
    func lines(_ name: String, _ labels: String) -> [String]
}

extension Series {
    fileprivate func line(
        _ name: String,
        _ labels: String,
        _ value: some CustomStringConvertible
    ) -> String {
        labels.isEmpty ? "\(name) \(value)" : "\(name){\(labels)} \(value)"
    }
}

private final class CountingSeries: Series, CounterHandler {
    static let kind = "counter"
    private let value = Atomic<Int64>(0)

    func increment(by amount: Int64) { value.wrappingAdd(amount, ordering: .relaxed) }
    func reset() { value.store(0, ordering: .relaxed) }

    func lines(_ name: String, _ labels: String) -> [String] {
        [line(name, labels, value.load(ordering: .relaxed))]
    }
}

private final class GaugeSeries: Series, RecorderHandler {
    static let kind = "gauge"
    private let value = Mutex<Double>(0)

    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { self.value.withLock { $0 = value } }

    func lines(_ name: String, _ labels: String) -> [String] {
        [line(name, labels, value.withLock { $0 })]
    }
}

/// Durations in seconds, in buckets from half a millisecond to ten seconds.
private final class HistogramSeries: Series, TimerHandler {
    static let kind = "histogram"
    private static let bounds: [Double] = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    private struct State {
        var counts = [Int](repeating: 0, count: HistogramSeries.bounds.count + 1)
        var sum: Double = 0
    }

    private let state = Mutex(State())

    func recordNanoseconds(_ duration: Int64) {
        let seconds = Double(duration) / 1_000_000_000
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock {
            $0.counts[bucket] += 1
            $0.sum += seconds
        }
    }

    func lines(_ name: String, _ labels: String) -> [String] {
        let state = state.withLock { $0 }
        var total = 0
        var lines: [String] = []
        let separator = labels.isEmpty ? "" : ","
        let bounds = Self.bounds.map { "\($0)" } + ["+Inf"]
        for (bound, count) in zip(bounds, state.counts) {
            total += count
            lines.append(line("\(name)_bucket", "\(labels)\(separator)le=\"\(bound)\"", total))
        }
        lines.append(line("\(name)_sum", labels, state.sum))
        lines.append(line("\(name)_count", labels, total))
        return lines
    }
}
