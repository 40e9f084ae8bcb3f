import Foundation

/// The server-sent events for one client (HTML Living Standard, 9.2).
///
/// A client that does not read its stream is dropped: the stream ends as soon as too many pieces
/// wait for it. A browser reconnects automatically.
final class EventStream: Sendable {
    private let pieces: AsyncStream<Data>
    private let continuation: AsyncStream<Data>.Continuation

    /// The number of pieces that wait for a client; those of several clients share their memory.
    static let capacity = 64

    /// Makes a stream that calls `onEnd` when it has ended, or its reader was cancelled.
    init(onEnd: @escaping @Sendable () -> Void = {}) {
        (pieces, continuation) = AsyncStream.makeStream(
            of: Data.self,
            bufferingPolicy: .bufferingOldest(Self.capacity)
        )
        continuation.onTermination = { _ in onEnd() }
    }

    /// Adds a piece, or ends the stream if the client is too slow.
    func send(_ piece: Data) {
        if case .dropped = continuation.yield(piece) { continuation.finish() }
    }

    /// Ends the stream after the pieces that wait.
    func finish() {
        continuation.finish()
    }

    /// Calls `body` with each piece until the stream ends, the task is cancelled, or `body` throws.
    func forEach(_ body: (Data) async throws -> Void) async rethrows {
        for await piece in pieces { try await body(piece) }
    }
}
