package import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// Sets the account token of a purchase: of its transactions so far, and of later ones.
    ///
    /// A later token replaces it. It is the ``LedgerEntry/applicationUsername``, in the form of
    /// `UUID.uuidString`.
    ///
    /// - Throws: `.refusedRequest` with `.notOriginalTransaction` if the `id` doesn't identify the
    ///   first transaction of a purchase, or with `.familySharedTransaction` if another member of
    ///   the family bought it.
    package func setAppAccountToken(
        _ token: UUID,
        of originalID: Int64
    ) throws(StoreError) {
        try change { writer, date in
            let original = try writer.reader.requiredEntry(originalID)
            guard original.originalID == originalID else {
                throw StoreError.refusedRequest(.notOriginalTransaction)
            }
            guard !original.isShared else {
                throw StoreError.refusedRequest(.familySharedTransaction)
            }
            for var entry in try writer.reader.entries(withOriginal: originalID) {
                entry.applicationUsername = token.uuidString
                try writer.update(entry)
            }
            try writer.renewReceipt(at: date)
        }
    }
}
