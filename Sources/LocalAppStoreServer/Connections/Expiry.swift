import Foundation

/// What happens after some seconds, unless it is cancelled before.
struct Expiry: Sendable {
    private let task: Task<Void, any Error>

    init(after seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) {
        task = Task {
            // A time that no number of nanoseconds holds never comes.
            let nanoseconds = min(max(seconds, 0) * 1_000_000_000, 1e18)
            try await Task.sleep(nanoseconds: UInt64(nanoseconds))
            body()
        }
    }

    func cancel() {
        task.cancel()
    }
}
