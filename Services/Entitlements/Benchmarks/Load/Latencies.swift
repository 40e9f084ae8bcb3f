import Foundation

/// The durations of requests, in microseconds.
struct Latencies {
    private(set) var samples: [Int] = []

    mutating func add(_ microseconds: Int) { samples.append(microseconds) }
    mutating func add(_ others: Latencies) { samples += others.samples }

    /// Count, median, p99, p99.9 and the greatest, in milliseconds.
    var summary: String {
        guard !samples.isEmpty else { return "none" }
        let sorted = samples.sorted()
        let values = [0.5, 0.99, 0.999, 1].map { part in
            let index = min(Int(Double(sorted.count) * part), sorted.count - 1)
            return String(format: "%.2f", Double(sorted[index]) / 1000)
        }
        return "count \(sorted.count) p50 \(values[0]) p99 \(values[1]) p999 \(values[2]) "
            + "max \(values[3]) ms"
    }
}
