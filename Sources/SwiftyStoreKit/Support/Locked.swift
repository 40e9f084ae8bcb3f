import Foundation

/// A value behind a lock, for the platforms that have no `Mutex` yet.
///
/// Code inside `withLock` must neither call nor release objects of a client or of StoreKit: the
/// last release runs a `deinit`, which may call this library again. It returns the objects that it
/// takes out of the value, so that they are released after the lock.
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

    /// Replaces the value and returns the old one, for the caller to release.
    func exchange(_ newValue: Value) -> Value {
        var other = newValue
        withLock { swap(&$0, &other) }
        return other
    }
}

/// A value that the compiler can't prove safe to share.
// Unchecked because it holds only StoreKit objects whose methods may be called from any thread, and
// handlers that are called where StoreKit calls its observers.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
}
