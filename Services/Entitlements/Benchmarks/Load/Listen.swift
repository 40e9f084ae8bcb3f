import ArgumentParser
import Foundation
import Synchronization

/// Opens many listeners, and measures the time from a notification to the listener's event.
struct Listen: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Listens for many subscribers, posts notifications, and prints the delays."
    )

    @Argument(help: "A file with a notification of each subscriber, as sign wrote it.")
    var file: String

    @Option(help: "The number of listeners.")
    var listeners = 10_000

    @Option(help: "The number of the first subscriber.")
    var first = 1

    @Option(help: "Seconds without notifications, in which the service can be measured.")
    var idle = 20

    @Option(help: "Notifications a second, one for each listener.")
    var rate = 500.0

    @Option(help: "The port of the service.")
    var port: UInt16 = 8090

    func run() throws {
        let start = ContinuousClock.now
        var sockets = try (first..<first + listeners).map { try EventSocket(port: port, $0) }
        var group = EventSockets(sockets.map(\.descriptor))
        try group.receive(&sockets, until: start + .seconds(120)) { sockets in
            sockets.allSatisfy { !$0.events.isEmpty }
        }
        print("listening: \(sockets.count { !$0.events.isEmpty }) after", .now - start)
        fflush(nil)
        try group.receive(&sockets, until: .now + .seconds(idle)) { _ in false }
        print("comments: \(sockets.reduce(0) { $0 + $1.comments })")
        fflush(nil)
        try measure(&sockets, &group)
    }

    private func measure(_ sockets: inout [EventSocket], _ group: inout EventSockets) throws {
        let seconds = Int(Double(listeners) / rate) + 1
        let source = try NotificationRequests(file, rate: rate, seconds: seconds)
        let times = Mutex<[ContinuousClock.Instant]>([])
        let start = ContinuousClock.now
        let poster = Thread { [port, listeners] in
            guard var connection = try? HTTPConnection(port: port) else { return }
            for _ in 0..<listeners {
                guard let request = source.next() else { return }
                let wait = start + .microseconds(request.dueMicroseconds) - .now
                if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
                times.withLock { $0.append(.now) }
                _ = try? connection.send(request.bytes)
            }
        }
        poster.start()
        try group.receive(&sockets, until: start + .seconds(seconds + 30)) { sockets in
            sockets.allSatisfy { $0.events.count > 1 }
        }
        var latencies = Latencies()
        for (socket, sent) in zip(sockets, times.withLock { $0 }) where socket.events.count > 1 {
            latencies.add(Int((socket.events[1] - sent) / .microseconds(1)))
        }
        print("delay of events: \(latencies.summary)")
    }
}

/// A listener of one subscriber.
private struct EventSocket {
    let descriptor: Int32
    private(set) var events: [ContinuousClock.Instant] = []
    private(set) var comments = 0

    init(port: UInt16, _ subscriber: Int) throws {
        descriptor = try HTTPConnection.openSocket(port: port)
        let request = LookUpRequests.request(of: subscriber, accepting: "text/event-stream")
        guard write(descriptor, request, request.count) == request.count else {
            throw HTTPConnection.Failure(code: errno)
        }
    }

    mutating func receive(_ bytes: ArraySlice<UInt8>) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: "event:".utf8) { events.append(.now) }
            if line.starts(with: ":".utf8) { comments += 1 }
        }
    }
}

/// The sockets of all listeners, read by one thread.
private struct EventSockets {
    private var descriptors: [pollfd]
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    init(_ descriptors: [Int32]) {
        self.descriptors = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }

    /// Reads until a time, or until a condition holds.
    mutating func receive(
        _ sockets: inout [EventSocket],
        until end: ContinuousClock.Instant,
        _ isDone: ([EventSocket]) -> Bool
    ) throws {
        while ContinuousClock.now < end, !isDone(sockets) {
            guard poll(&descriptors, nfds_t(descriptors.count), 20) > 0 else { continue }
            for index in descriptors.indices where descriptors[index].revents != 0 {
                let count = read(descriptors[index].fd, &buffer, buffer.count)
                guard count > 0 else { throw HTTPConnection.Failure(code: errno) }
                sockets[index].receive(buffer[..<count])
            }
        }
    }
}
