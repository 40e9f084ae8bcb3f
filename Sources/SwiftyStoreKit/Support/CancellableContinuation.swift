/// A continuation that resumes once: with a result or, if the task is cancelled first, with
/// `CancellationError`.
final class CancellableContinuation<Value: Sendable>: Sendable {
    typealias Resume = @Sendable (Result<Value, any Error>) -> Void
    /// Gives up; false if the result is on its way and must not be lost, such as a purchase.
    typealias Abandon = @Sendable () -> Bool

    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var abandon: Abandon?
        var isCancelled = false
    }

    private let state = Locked(State())

    /// Waits for the value that `start` passes to its parameter; `start` returns how to give up.
    static func value(_ start: @escaping (@escaping Resume) -> Abandon) async throws -> Value {
        try Task.checkCancellation()
        let pending = CancellableContinuation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pending.state.withLock { $0.continuation = continuation }
                let abandon = start { pending.resume($0) }
                let isCancelled = pending.state.withLock { state in
                    state.abandon = state.continuation == nil ? nil : abandon
                    return state.isCancelled
                }
                if isCancelled { pending.giveUp() }
            }
        } onCancel: {
            pending.state.withLock { $0.isCancelled = true }
            pending.giveUp()
        }
    }

    private func giveUp() {
        let abandon = state.withLock { state in
            defer { state.abandon = nil }
            return state.abandon
        }
        if abandon?() == true { resume(.failure(CancellationError())) }
    }

    /// Also forgets how to give up: its callbacks may retain this object.
    private func resume(_ result: Result<Value, any Error>) {
        let (continuation, abandon) = state.withLock { state in
            defer { (state.continuation, state.abandon) = (nil, nil) }
            return (state.continuation, state.abandon)
        }
        withExtendedLifetime(abandon) { continuation?.resume(with: result) }
    }
}
