import Foundation

/// A client that sends any bytes at any speed.
struct RawClient: Sendable {
    let port: UInt16

    /// The bytes that a client sends, and their timing.
    struct Script: Sendable {
        var bytes: [UInt8] = []
        /// The number of bytes in each piece; `nil` for all.
        var piece: Int?
        /// The pause after each piece, in milliseconds.
        var pause: Int32 = 0
        /// Bytes that are sent in one piece after a delay in milliseconds.
        var later: (bytes: [UInt8], after: Int32)?
        /// Whether the client then closes its sending side.
        var endsSending = false
    }

    /// The result of a script.
    struct Outcome: Sendable {
        /// The status of the answer; `nil` without one.
        var status: Int?
        /// Whether the server has ended the connection.
        var isEnded: Bool
        var seconds: Double
    }

    #if canImport(Glibc)
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
    private static let noSignal: Int32 = 0
    #endif
    private static let dontWait = Int32(MSG_DONTWAIT)

    init?(_ url: String) {
        guard let port = URL(string: url)?.port.flatMap({ UInt16(exactly: $0) }) else { return nil }
        self.port = port
    }

    /// Runs a script, and waits for the server to answer and to end the connection.
    func run(_ script: Script, within limit: Duration) async -> Outcome {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: exchange(script, limit))
            }
        }
    }

    private func exchange(_ script: Script, _ limit: Duration) -> Outcome {
        let start = ContinuousClock.now
        var received: [UInt8] = []
        var isEnded = false
        func outcome() -> Outcome {
            let time = (ContinuousClock.now - start).components
            let seconds = Double(time.seconds) + Double(time.attoseconds) / 1e18
            return Outcome(status: Self.status(received), isEnded: isEnded, seconds: seconds)
        }
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return outcome() }
        defer { close(descriptor) }
        guard connect(descriptor) else { return outcome() }
        var rest = script.bytes[...]
        var later = script.later
        var hasEndedSending = false
        while ContinuousClock.now - start < limit, !isEnded {
            if rest.isEmpty, let next = later {
                if ContinuousClock.now - start >= .milliseconds(Int(next.after)) {
                    rest = next.bytes[...]
                    later = nil
                }
            } else if rest.isEmpty {
                if script.endsSending, !hasEndedSending {
                    hasEndedSending = true
                    shutdown(descriptor, Int32(SHUT_WR))
                }
            } else {
                let piece = Array(rest.prefix(script.piece ?? 65_536))
                let flags = Self.noSignal | Self.dontWait
                let count = send(descriptor, piece, piece.count, flags)
                if count > 0 { rest = rest.dropFirst(count) }
                if count < 0, errno != EAGAIN { rest = [] }
            }
            // A slow sender pauses; one that has sent everything waits for the answer.
            let pause = rest.isEmpty ? 20 : max(script.pause, 1)
            isEnded = receive(descriptor, pause, &received)
        }
        return outcome()
    }

    private func connect(_ descriptor: Int32) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafeBytes(of: &address) { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
                return false
            }
            return Foundation.connect(descriptor, start, socklen_t(bytes.count)) == 0
        }
    }

    /// Receives bytes within a time, and returns whether the connection has ended.
    private func receive(
        _ descriptor: Int32,
        _ milliseconds: Int32,
        _ received: inout [UInt8]
    ) -> Bool {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&poller, 1, milliseconds) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, Self.dontWait)
        if count > 0 { received += bytes.prefix(count) }
        return count == 0 || (count < 0 && errno != EAGAIN)
    }

    /// The status of the last response that isn't an interim one (RFC 9110, 15.2).
    private static func status(_ bytes: [UInt8]) -> Int? {
        String(decoding: bytes, as: UTF8.self).components(separatedBy: "HTTP/1.1 ").dropFirst()
            .compactMap { Int($0.prefix(3)) }
            .last { $0 >= 200 }
    }
}
