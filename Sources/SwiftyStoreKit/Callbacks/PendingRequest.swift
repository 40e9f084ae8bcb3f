import StoreKit

/// A request to StoreKit until it has ended, which it does once.
// Unchecked because the only thing not Sendable is StoreKit's request, which may be started and
// cancelled from any thread.
final class PendingRequest<Answer>: @unchecked Sendable {
    typealias Completion = @Sendable (Answer) -> Void

    private let request: SKRequest
    private let completion: Locked<Completion?>

    init(_ request: SKRequest, completion: @escaping Completion) {
        self.request = request
        self.completion = Locked(completion)
    }

    func start() {
        request.start()
    }

    /// Ends the request without a word.
    func cancel() {
        _ = release()
    }

    /// Ends the request with its answer; a later one is not told.
    func end(_ answer: Answer) {
        release()?(answer)
    }

    /// Lets StoreKit's request go; one that is kept running draws a warning on iOS.
    private func release() -> Completion? {
        let taken = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        guard let taken else { return nil }
        request.delegate = nil
        request.cancel()
        return taken
    }
}
