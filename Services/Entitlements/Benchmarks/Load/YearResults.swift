import Foundation
import Synchronization

/// Measurements of a year.
final class YearResults: Sendable {
    /// A part of the time for creating notifications, one after the other.
    enum Part {
        /// The subscribers' actions, and their processing by the store.
        case storing
        /// Requests to the store for signed notifications.
        case signing
        /// Waiting until connections have sent enough.
        case waiting
    }

    private struct State {
        var latencies = Array(repeating: Latencies(), count: Subscribers.months)
        var failures = 0
        var parts: [Part: Duration] = [:]
        var duration = Duration.zero
    }

    private let start = ContinuousClock.now
    private let state = Mutex(State())

    func add(_ duration: Duration, to part: Part) {
        state.withLock { $0.parts[part, default: .zero] += duration }
    }

    func add(_ latency: Duration, isGood: Bool, in month: Int) {
        state.withLock { state in
            state.latencies[month].add(Int(latency / .microseconds(1)))
            if !isGood { state.failures += 1 }
        }
    }

    func end() {
        state.withLock { $0.duration = .now - start }
    }

    func show() {
        let state = state.withLock { $0 }
        for (month, latencies) in state.latencies.enumerated() {
            print("month \(month):", latencies.summary)
        }
        let count = state.latencies.reduce(0) { $0 + $1.samples.count }
        let rate = Double(count - state.failures) / (state.duration / .seconds(1))
        print("requests: \(count), failed \(state.failures), in \(Self.text(state.duration))")
        print("rate: \(Int(rate)) a second")
        let parts = [Part.storing, .signing, .waiting].map {
            Self.text(state.parts[$0] ?? .zero)
        }
        print("store \(parts[0]), its signatures \(parts[1]), waiting for room \(parts[2])")
        print("processor of the store and the clients: \(clock() / 1_000_000) s")
    }

    private static func text(_ duration: Duration) -> String {
        String(format: "%.1f s", duration / .seconds(1))
    }
}

/// A connection that sends notifications of the year.
struct YearSender {
    private static let attempts = 10

    let port: UInt16

    /// Sends the requests in the queue until its end.
    func send(_ queue: NotificationQueue, to results: YearResults) {
        var connection = try? HTTPConnection(port: port)
        while let item = queue.next() {
            // The App Store repeats notifications that were not received.
            for _ in 0..<Self.attempts {
                let start = ContinuousClock.now
                var status: Int?
                do {
                    status = try connection?.send(item.request)
                } catch {
                    connection = nil
                }
                results.add(.now - start, isGood: status == 200, in: item.month)
                if status == 200 { break }
                usleep(100_000)
                if connection == nil { connection = try? HTTPConnection(port: port) }
            }
        }
    }
}
