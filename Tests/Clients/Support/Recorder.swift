/// Hands out what was recorded, one by one, and waits for what is to come.
struct Recorder<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func record(_ value: Value) {
        continuation.yield(value)
    }

    /// The oldest value that was not handed out; throws when the test is cancelled first.
    func next() async throws -> Value {
        for await value in stream { return value }
        throw CancellationError()
    }
}
