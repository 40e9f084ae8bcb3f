/// One `await`: it resumes once, with the answer or, when cancelling wins, with
/// `CancellationError`.
final class AsyncTicket<Value: Sendable>: Sendable {
    typealias Answer = @Sendable (Result<Value, any Error>) -> Void

    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var abandon: (@Sendable () -> Bool)?
        var isCancelled = false
    }

    private let state = Locked(State())

    /// Waits for the answer of `start`, which returns how to give up.
    ///
    /// Giving up answers true when the answer will now never come, and false when it is on its way:
    /// what was bought must not be dropped.
    static func value(
        _ start: @escaping (@escaping Answer) -> @Sendable () -> Bool
    ) async throws -> Value {
        try Task.checkCancellation()
        let ticket = AsyncTicket()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                ticket.state.withLock { $0.continuation = continuation }
                ticket.started(start { ticket.resume($0) })
            }
        } onCancel: {
            ticket.cancel()
        }
    }

    private func started(_ abandon: @escaping @Sendable () -> Bool) {
        let isCancelled = state.withLock { state in
            state.abandon = state.isCancelled ? nil : abandon
            return state.isCancelled
        }
        if isCancelled { giveUp(abandon) }
    }

    private func cancel() {
        let abandon = state.withLock { state in
            state.isCancelled = true
            defer { state.abandon = nil }
            return state.abandon
        }
        if let abandon { giveUp(abandon) }
    }

    private func giveUp(_ abandon: @Sendable () -> Bool) {
        if abandon() { resume(.failure(CancellationError())) }
    }

    private func resume(_ result: Result<Value, any Error>) {
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(with: result)
    }
}
