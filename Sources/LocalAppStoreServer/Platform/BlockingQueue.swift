import Foundation

/// Threads for work that blocks: SQLite, keys, signatures, files.
///
/// Swift's own threads are as many as processors; one that waits for a file would be missing for
/// all other connections.
final class BlockingQueue: Sendable {
    private let queue = OperationQueue()

    init() {
        queue.name = "LocalAppStoreServer.blocking"
        // A ledger has one connection. While one thread waits for it, another one can sign or
        // encode; more of them would only wait.
        queue.maxConcurrentOperationCount = 2
    }

    /// Runs `body` on a thread of the queue.
    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            queue.addOperation { continuation.resume(returning: body()) }
        }
    }

    /// Runs `body` on a thread of the queue at some time, without waiting for it.
    func start(_ body: @escaping @Sendable () -> Void) {
        queue.addOperation(body)
    }
}
