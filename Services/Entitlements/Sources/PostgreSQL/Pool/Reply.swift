import Synchronization

/// The reply to a call: the first of its result, its deadline and the cancellation of its task.
final class Reply<Value: Sendable>: Sendable {
    private typealias Continuation = CheckedContinuation<Result<Value, SQLError>, Never>

    /// The caller, until it has its reply.
    private let caller = Mutex<Continuation?>(nil)

    private init() {}

    /// Passes a reply on to whatever finishes it, and waits for it.
    static func wait(_ send: (Reply) -> Void) async throws(SQLError) -> Value {
        let reply = Reply()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Continuation) in
                reply.caller.withLock { $0 = continuation }
                if Task.isCancelled {
                    reply.finish(.failure(.cancelled))
                } else {
                    send(reply)
                }
            }
        } onCancel: {
            reply.finish(.failure(.cancelled))
        }
        return try result.get()
    }

    var isFinished: Bool { caller.withLock { $0 == nil } }

    /// Answers the caller, unless it has its reply already.
    func finish(_ result: Result<Value, SQLError>) {
        let caller = caller.withLock { caller in
            defer { caller = nil }
            return caller
        }
        caller?.resume(returning: result)
    }
}
