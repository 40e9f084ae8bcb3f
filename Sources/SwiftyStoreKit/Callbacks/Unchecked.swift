/// A value that the compiler does not know to be safe to share.
// Unchecked because it holds only StoreKit objects whose methods may be called from any thread, and
// handlers that are called where StoreKit calls its observers.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
