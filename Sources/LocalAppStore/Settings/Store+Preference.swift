import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// Changes a stored value; `update` is called outside of the transaction that stores it.
    ///
    /// If the value was changed in the meantime, `update` is called again with the new value.
    func update<Value: Preference>(
        default value: Value,
        _ update: (inout Value) -> Void,
        with more: (LedgerWriter) throws -> Void = { _ in }
    ) throws(StoreError) {
        while true {
            let before = try read { try $0.preference(default: value) }
            var after = before
            update(&after)
            if try replace(before, with: after, default: value, more) { return }
        }
    }

    /// Stores a value; returns `false`, and changes nothing, if the stored value is not the
    /// expected one.
    private func replace<Value: Preference>(
        _ expected: Value,
        with replacement: Value,
        default value: Value,
        _ more: (LedgerWriter) throws -> Void
    ) throws(StoreError) -> Bool {
        var isExpected = true
        do throws(StoreError) {
            try change { writer, _ in
                isExpected = try writer.reader.preference(default: value) == expected
                // The error rolls the transaction back, so the revision stays.
                guard isExpected else { throw CancellationError() }
                try writer.save(replacement)
                try more(writer)
            }
        } catch {
            guard isExpected else { return false }
            throw error
        }
        return true
    }
}
