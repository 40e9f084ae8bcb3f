import Foundation

/// A value that is protected by a lock.
///
/// It uses `NSLock` because the thread sanitizer on Linux does not recognise the standard library's
/// `Mutex`.
package final class Locked<Value>: @unchecked Sendable {
    // Unchecked because every access to `value` holds `lock`.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Calls `body` with the value while the lock is held; `body` must not call client code.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }

    /// Sets the value and returns the former one, which may be released after the lock is.
    @discardableResult
    package func exchange(_ newValue: Value) -> Value {
        withLock { value in
            defer { value = newValue }
            return value
        }
    }
}
