import Foundation

/// Threads for work that blocks: SQLite, keys, signatures, files.
///
/// Swift has as many threads as processors; one that waits for a file would be missing for all
/// other connections.
final class BlockingQueue: Sendable {
    private let queue = OperationQueue()

    init() {
        queue.name = "LocalAppStoreServer.blocking"
        // A ledger has one connection. While one thread waits for it, another one can sign or
        // encode; more of them would only wait.
        queue.maxConcurrentOperationCount = 2
    }

    /// Runs `body` on a thread of the queue.
    func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.addOperation { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }

    /// Runs `body` on a thread of the queue at some time, without waiting for it.
    func start(_ body: @escaping @Sendable () -> Void) {
        queue.addOperation(body)
    }
}
