import Foundation

/// A value behind a lock, for the platforms that have no `Mutex` yet.
///
/// Code run inside `withLock` must not call anything that belongs to a client or to StoreKit.
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
}
