extension ReceiptCoordinator {
    /// Fetches the receipt and has it verified; only the fetching can be cancelled.
    ///
    /// The validator is asked on the callback queue, where an app's own code may expect to be.
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
