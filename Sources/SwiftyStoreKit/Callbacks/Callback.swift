/// A client's closure on its way to the queue that calls it.
// Unchecked because the closure is handed over once and then called by its new owner alone.
package struct Callback<Value>: @unchecked Sendable {
    private let body: (Value) -> Void

    package init(_ body: @escaping (Value) -> Void) {
        self.body = body
    }

    package func callAsFunction(_ value: Value) {
        body(value)
    }
}
