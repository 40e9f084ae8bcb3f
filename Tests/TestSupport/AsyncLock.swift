import Foundation

/// A lock that suspends those who wait and lets them in one after the other, in the order they came.
final class AsyncLock: @unchecked Sendable {
    // Unchecked because every access to the other two properties holds the lock.
    private let lock = NSLock()
    private var isHeld = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func withLock(_ body: @Sendable () async throws -> Void) async rethrows {
        await acquire()
        defer { release() }
        try await body()
    }

    private func acquire() async {
        await withCheckedContinuation { continuation in
            let isFree = lock.withLock {
                if isHeld { waiting.append(continuation) }
                defer { isHeld = true }
                return !isHeld
            }
            if isFree { continuation.resume() }
        }
    }

    /// Hands the lock to the next in line, without letting go of it in between.
    private func release() {
        let next = lock.withLock { () -> CheckedContinuation<Void, Never>? in
            guard waiting.isEmpty else { return waiting.removeFirst() }
            isHeld = false
            return nil
        }
        next?.resume()
    }
}
