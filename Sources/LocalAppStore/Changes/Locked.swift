import Foundation

/// A value behind a lock.
package final class Locked<Value>: @unchecked Sendable {
    // Unchecked because the compiler cannot see that every access to `stored` holds `lock`.
    private var stored: Value
    private let lock = NSLock()

    package init(_ value: Value) {
        stored = value
    }

    /// A copy of the value.
    package var value: Value {
        withValue { $0 }
    }

    /// Runs `body` on the value under the lock; `body` must not call out.
    package func withValue<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&stored)
    }
}
