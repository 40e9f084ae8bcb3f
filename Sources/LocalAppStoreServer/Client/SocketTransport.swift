import FlyingSocks
import Foundation
import LocalAppStore

/// Sends requests over HTTP without TLS, each on a connection of its own.
///
/// Foundation's client would end the process when a server closes in the middle of a head.
struct SocketTransport: Sendable {
    /// The seconds that an exchange may take.
    let timeout: TimeInterval
    let pool: any AsyncSocketPool
    private let queue = BlockingQueue()

    init(timeout: TimeInterval, pool: some AsyncSocketPool) {
        self.timeout = timeout
        self.pool = pool
    }

    func send(_ request: OutgoingRequest) async -> HTTPClient.Answer {
        guard let message = RequestMessage(request) else {
            return HTTPClient.Answer(.socketIssue)
        }
        return await HTTPClient.answer(within: timeout) {
            await exchange(message, keeping: request.bodyLimit)
        }
    }

    /// Sends a request, and reads its response; a cancelled one has timed out.
    private func exchange(
        _ message: RequestMessage,
        keeping bodyLimit: Int
    ) async -> HTTPClient.Answer {
        do {
            let addresses = try await self.addresses(of: message)
            guard let socket = try await connect(to: addresses) else {
                return HTTPClient.Answer(.socketIssue)
            }
            // A server may respond, and close, before it has read everything.
            try? await socket.write(message.bytes)
            var reader = ResponseReader(socket, bodyLimit: bodyLimit)
            let answer = await reader.answer()
            await pool.close(socket.socket)
            return answer
        } catch {
            return HTTPClient.Answer(.timedOut)
        }
    }

    /// The addresses of a host, in the order of the system's preference.
    ///
    /// - Throws: A `CancellationError`. The system's search continues, and its result is dropped.
    private func addresses(of message: RequestMessage) async throws -> [any SocketAddress] {
        let (results, continuation) = AsyncStream.makeStream(of: [any SocketAddress].self)
        queue.start {
            continuation.yield(HostLookup.addresses(of: message.host, port: message.port))
        }
        for await addresses in results { return addresses }
        throw CancellationError()
    }

    /// Connects to the first address that can be reached; returns `nil` without one.
    ///
    /// - Throws: A `CancellationError`.
    func connect(to addresses: [any SocketAddress]) async throws -> AsyncSocket? {
        for address in addresses {
            try Task.checkCancellation()
            guard let socket = try? Socket(domain: Int32(address.family)) else { continue }
            do {
                try socket.avoidSignals()
                let connection = try AsyncSocket(socket: socket, pool: pool)
                try await connection.connect(to: address)
                return connection
            } catch {
                await pool.close(socket)
            }
        }
        try Task.checkCancellation()
        return nil
    }
}
