import Dispatch

/// A strong reference whose object is released on the main queue.
///
/// It carries a client's objects and closures through internal queues, where a last release would
/// run a client's `deinit`.
package final class MainQueueReference<Object: AnyObject & Sendable>: Sendable {
    private let reference: Unmanaged<Object>

    package init(_ object: Object) {
        reference = .passRetained(object)
    }

    deinit {
        let reference = reference
        DispatchQueue.main.async { reference.release() }
    }

    package var object: Object { reference.takeUnretainedValue() }
}

/// A value of a client's that is handed over once, on the main queue.
package final class Handover<Value>: @unchecked Sendable {
    // Unchecked because the value is accessed on the main queue only, once it was set.
    private var value: Value?

    private init(_ value: Value) {
        self.value = value
    }

    /// A value for the main queue, to be sent there from another thread.
    package static func toMainQueue(_ value: Value) -> MainQueueReference<Handover> {
        MainQueueReference(Handover(value))
    }

    /// Takes the value, on the main queue; `nil` if that was done before.
    package func take() -> Value? {
        defer { value = nil }
        return value
    }
}
