import LocalAppStore

/// Values that callbacks bring at some time, for one test to wait for.
final class Inbox<Value: Sendable>: Sendable {
    private let values = Locked<[Value]>([])
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Everything that has come so far.
    var all: [Value] { values.withLock { $0 } }

    func receive(_ value: Value) {
        values.withLock { $0.append(value) }
        continuation.yield()
    }

    /// Waits until the condition holds for all that has come, and returns that; earlier when the
    /// test is cancelled.
    @discardableResult
    func wait(until condition: ([Value]) -> Bool) async -> [Value] {
        var iterator = stream.makeAsyncIterator()
        while !condition(all), await iterator.next() != nil {}
        return all
    }

    /// Waits for the first value that satisfies the condition; `nil` when the test is cancelled.
    @discardableResult
    func first(where condition: @escaping (Value) -> Bool = { _ in true }) async -> Value? {
        await wait { $0.contains(where: condition) }.first(where: condition)
    }
}
