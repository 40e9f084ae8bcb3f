/// A client's closure on its way to the callback queue.
// Unchecked because the closure is handed over once and only ever called on the callback queue.
package struct Callback<Value>: @unchecked Sendable {
    private let body: (Value) -> Void

    package init(_ body: @escaping (Value) -> Void) {
        self.body = body
    }

    package func callAsFunction(_ value: Value) {
        body(value)
    }
}
