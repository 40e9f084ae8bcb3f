import Foundation

/// A value behind a lock, for the platforms that have no `Mutex` yet.
///
/// Code run inside `withLock` must not call anything that belongs to a client or to StoreKit, and
/// must not release it either: the last release runs a `deinit`, which may call this library again.
/// What is taken out of the value is therefore returned and goes outside of the lock.
// Unchecked because every access to `value` holds `lock`.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }

    /// Puts another value in and returns the old one, for the caller to release.
    func exchange(_ newValue: Value) -> Value {
        var other = newValue
        withLock { swap(&$0, &other) }
        return other
    }
}
