import Foundation

extension Store.Error {
    /// What to do about a store whose files cannot be used; `nil` where the description says it
    /// all.
    public var recoverySuggestion: String? {
        switch self {
        case .damagedFile(let path, _):
            "Put back a copy of \(path), or move it away together with the files \(path)-wal and "
                + "\(path)-shm: the store then begins an empty ledger."
        case .foreignFile(let path, _):
            "Name another file for the ledger, or move \(path) away."
        case .newerFile(let path, _, _):
            "Update this library, or name another file than \(path) for the ledger."
        case .unusableFile(let path, _):
            "Make \(path) and its folder readable and writable, or name another file for the "
                + "ledger."
        case .unusableReceipts(let path, _):
            "Make \(path) and what is in it readable and writable."
        case .damagedKey(let path, _):
            "Put back a copy of \(path), or remove it: the store then makes another key, and who "
                + "trusted the root of the old one has to trust the new one."
        case .diskFull(let path):
            "Free some space beside \(path)."
        case .busy(let path):
            "End the process that keeps \(path) locked."
        case .uncertainChange, .unknownEntry, .unsuitableEntry, .unsuitableText, .unknownProduct,
            .refusedPurchase:
            nil
        }
    }
}
