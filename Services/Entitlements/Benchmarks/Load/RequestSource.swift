import AppReceipt
import ArgumentParser
import Foundation
import Synchronization

/// A request, and its due time in microseconds from the start.
struct PacedRequest {
    let dueMicroseconds: Int
    let bytes: [UInt8]
}

/// The requests to send, which many threads take one after the other.
protocol RequestSource: Sendable {
    /// The next request; `nil` at the end.
    func next() -> PacedRequest?
}

/// Look-ups of random subscribers.
final class LookUpRequests: RequestSource {
    private let subscribers: Int
    private let rate: Double
    private let count: Int
    private let index = Atomic<Int>(0)

    init(subscribers: Int, rate: Double, seconds: Int) {
        self.subscribers = subscribers
        self.rate = rate
        count = Int(rate * Double(seconds))
    }

    func next() -> PacedRequest? {
        let index = index.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return nil }
        return PacedRequest(
            dueMicroseconds: Int(Double(index) * 1_000_000 / rate),
            bytes: Self.request(of: .random(in: 1...subscribers))
        )
    }

    /// The request for the entitlements of a subscriber.
    static func request(of subscriber: Int, accepting type: String = "*/*") -> [UInt8] {
        let account = SubscriptionEvent.account(of: subscriber).uuidString.lowercased()
        let text =
            "GET /v1/customers/\(account)/entitlements"
            + "?app=\(NotificationSigner.app)&environment=Sandbox HTTP/1.1\r\nHost: localhost\r\n"
            + "Accept: \(type)\r\nAuthorization: Bearer \(MakeStore.readerKey)\r\n\r\n"
        return Array(text.utf8)
    }
}

/// The notifications of a file, each on a line.
final class NotificationRequests: RequestSource {
    nonisolated(unsafe) private let stream: UnsafeMutablePointer<FILE>
    private let rate: Double
    private let seconds: Int
    private let index = Mutex(0)

    init(_ path: String, rate: Double, seconds: Int) throws {
        guard let stream = fopen(path, "r") else {
            throw ValidationError("\(path): \(String(cString: strerror(errno)))")
        }
        self.stream = stream
        self.rate = rate
        self.seconds = seconds
    }

    deinit { fclose(stream) }

    func next() -> PacedRequest? {
        let (index, bytes) = index.withLock { index in
            defer { index += 1 }
            return (index, readLine())
        }
        let due = Int(Double(index) * 1_000_000 / rate)
        guard let bytes, due < seconds * 1_000_000 else { return nil }
        return PacedRequest(dueMicroseconds: due, bytes: Self.request(with: bytes))
    }

    /// The request that posts a notification.
    static func request(with body: some Collection<UInt8>) -> [UInt8] {
        let head =
            "POST /notifications HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
        return Array(head.utf8) + body
    }

    private func readLine() -> [UInt8]? {
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        let count = getline(&line, &capacity, stream)
        guard count > 1, let line else { return nil }
        return Array(UnsafeRawBufferPointer(start: line, count: count - 1))
    }
}
