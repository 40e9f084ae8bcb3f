import Foundation

/// A value behind a lock.
///
/// It is built on `NSLock`, which the thread sanitizer understands; it takes the standard library's
/// `Mutex` on Linux for no lock at all.
package final class Locked<Value>: @unchecked Sendable {
    // Unchecked because every access to `value` holds `lock`.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Runs `body` on the value under the lock; `body` must not call out.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
