/// Passes the first answer on to the callback queue, and no other.
final class SingleCallback<Value: Sendable>: Sendable {
    private let callback: Locked<Callback<Value>?>
    private let queue: CallbackQueue

    init(_ body: @escaping (Value) -> Void, on queue: CallbackQueue) {
        callback = Locked(Callback(body))
        self.queue = queue
    }

    func callAsFunction(_ value: Value) {
        let callback = callback.withLock { callback in
            defer { callback = nil }
            return callback
        }
        guard let callback else { return }
        queue.enqueue { callback(value) }
    }
}
