import Foundation

/// Keeps what callbacks were called with.
// Unchecked because every access to `values` holds `lock`.
final class Recorder<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Value] = []

    var all: [Value] { lock.withLock { values } }
    var count: Int { all.count }
    var last: Value? { all.last }

    func record(_ value: Value) {
        lock.withLock { values.append(value) }
    }

    func removeAll() {
        lock.withLock { values.removeAll() }
    }
}
