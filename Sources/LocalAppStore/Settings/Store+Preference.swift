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
            var isExpected = true
            do throws(StoreError) {
                return try change { writer, _ in
                    isExpected = try writer.reader.preference(default: value) == before
                    // The error rolls the transaction back, so the revision stays.
                    guard isExpected else { throw CancellationError() }
                    try writer.save(after)
                    try more(writer)
                }
            } catch {
                if isExpected { throw error }
            }
        }
    }
}
