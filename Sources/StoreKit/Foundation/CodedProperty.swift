/// One property of one object, to be read and set as key-value coding does.
struct CodedProperty {
    let read: () -> Any?
    /// Sets the property, unless the value is none for it, which the result tells.
    let write: (Any?) -> Bool

    init<Read: CodedValue, Written: CodedValue>(
        _ read: @autoclosure @escaping () -> Read,
        set: @escaping (Written) -> Void
    ) {
        self.read = { read().coded }
        write = { value in
            guard let value = Written.decoded(value) else { return false }
            set(value)
            return true
        }
    }

    init(
        error read: @autoclosure @escaping () -> (any Error)?,
        set: @escaping ((any Error)?) -> Void
    ) {
        self.read = read
        write = { value in
            guard value == nil || value is any Error else { return false }
            set(value as? any Error)
            return true
        }
    }
}
