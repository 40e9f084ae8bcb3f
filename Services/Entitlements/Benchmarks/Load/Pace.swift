import ArgumentParser
import Foundation
import Synchronization

/// Sends requests at a fixed rate, whether or not earlier ones were answered.
///
/// A request is timed from its due time, so that a pause of the service counts for all delayed
/// requests.
struct Pace: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sends requests at a fixed rate, and prints how long they took."
    )

    @Option(help: "Requests a second.")
    var rate = 1000.0

    @Option(help: "The number of connections, each with a thread.")
    var connections = 64

    @Option(help: "Seconds.")
    var seconds = 20

    @Option(help: "The port of the service.")
    var port: UInt16 = 8090

    @Option(help: "A file with notifications to post, as sign wrote it.")
    var file: String?

    @Option(help: "Without a file: the number of subscribers, one of whom is looked up each time.")
    var subscribers = 10_000

    func run() throws {
        // Threads wake within a microsecond of the requested time; the default of Linux is 50.
        try? Data("1".utf8).write(to: URL(fileURLWithPath: "/proc/self/timerslack_ns"))
        let source: any RequestSource =
            if let file {
                try NotificationRequests(file, rate: rate, seconds: seconds)
            } else {
                LookUpRequests(subscribers: subscribers, rate: rate, seconds: seconds)
            }
        let totals = Totals()
        let start = ContinuousClock.now + .milliseconds(200)
        let threads = (0..<connections).map { _ in
            let thread = Thread { send(source, from: start, to: totals) }
            thread.start()
            return thread
        }
        for thread in threads { while !thread.isFinished { usleep(50_000) } }
        totals.show()
    }

    private func send(
        _ source: any RequestSource,
        from start: ContinuousClock.Instant,
        to totals: Totals
    ) {
        var connection = try? HTTPConnection(port: port)
        while let request = source.next() {
            let due = start + .microseconds(request.dueMicroseconds)
            let wait = due - .now
            if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
            var status: Int?
            do {
                status = try connection?.send(request.bytes)
            } catch {
                connection = try? HTTPConnection(port: port)
            }
            let latency = Int((.now - due) / .microseconds(1))
            totals.add(latency, isGood: status == 200)
        }
    }
}

/// The measurements of all threads.
private final class Totals: Sendable {
    private let state = Mutex((latencies: Latencies(), failures: 0))

    func add(_ latency: Int, isGood: Bool) {
        state.withLock { state in
            state.latencies.add(latency)
            if !isGood { state.failures += 1 }
        }
    }

    func show() {
        let (latencies, failures) = state.withLock { $0 }
        print("all:", latencies.summary, "failures", failures)
    }
}
