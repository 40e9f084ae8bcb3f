extension ReceiptCoordinator {
    /// Fetches the receipt and has it verified; only the fetching can be cancelled.
    ///
    /// The validator is called on the callback queue, where an app's own code may expect to be.
    package func verify(
        using validator: any ReceiptValidator,
        forceRefresh: Bool,
        completion: @escaping (VerifyReceiptResult) -> Void
    ) -> SharedRequestHandle {
        let callback = SingleCallback(completion, on: callbacks)
        return fetch(forceRefresh: forceRefresh) { result in
            switch result {
            case .error(let error): completion(.error(error: error))
            case .success(let data): validator.validate(receiptData: data) { callback($0) }
            }
        }
    }
}

/// Delivers the first value on the callback queue, and no other.
final class SingleCallback<Value: Sendable>: Sendable {
    private let callback: Locked<Callback<Value>?>
    private let hasValue = Locked(false)
    private let queue: CallbackQueue

    init(_ body: @escaping (Value) -> Void, on queue: CallbackQueue) {
        callback = Locked(Callback(body))
        self.queue = queue
    }

    func callAsFunction(_ value: Value) {
        guard !hasValue.exchange(true) else { return }
        // The callback is taken where it is called, so that it is released there.
        queue.enqueue { self.callback.exchange(nil)?(value) }
    }
}
