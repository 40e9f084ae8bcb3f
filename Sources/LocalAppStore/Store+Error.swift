public import Foundation
import GRDB

extension Store {
    /// What can go wrong with a store; nothing was changed, and nothing charged, when one is
    /// thrown, but for `uncertainChange`.
    public enum Error: Swift.Error, Equatable {
        /// The ledger's file is there and not usable as it stands.
        case damagedFile(path: String, detail: String)
        /// The file is no ledger; it was left as it is.
        case foreignFile(path: String, detail: String)
        /// A later version of this library wrote the ledger.
        case newerFile(path: String, version: Int, supported: Int)
        /// The file cannot be read or written: its folder is read-only, or missing permissions.
        case unusableFile(path: String, detail: String)
        /// The store's receipts cannot be signed or kept in their folder.
        case unusableReceipts(path: String, detail: String)
        /// The key that signs the store's receipts is there and not readable as one.
        case damagedKey(path: String, detail: String)
        /// No space is left for the ledger to grow.
        case diskFull(path: String)
        /// Another process kept the ledger locked for longer than ten seconds; it may work later.
        case busy(path: String)
        /// The disk failed while a change was made durable, so that nobody can say whether the
        /// change was made.
        ///
        /// A payment must not be made again before the next launch, which delivers what was
        /// charged. Another payment that succeeds in the meantime settles that this one was not
        /// charged.
        case uncertainChange(path: String)
        /// The ledger has no entry of this number.
        case unknownEntry(id: Int64)
        /// The entry is not in the state that the operation needs.
        case unsuitableEntry(id: Int64, needs: String)
        /// The text has a NUL, at which SQLite would end it.
        case unsuitableText(String)
        /// The catalog has no such product.
        case unknownProduct(id: String)
        /// The purchase was not made: the App Store's code, and what the store found wrong.
        case refusedPurchase(code: Int, reason: String?)
    }
}

extension Store.Error: LocalizedError {
    /// A sentence that names what is wrong and where.
    public var errorDescription: String? {
        switch self {
        case .damagedFile(let path, let detail):
            "The store's ledger \(path) is damaged: \(detail)"
        case .foreignFile(let path, let detail):
            "\(path) is not a store's ledger: \(detail)"
        case .newerFile(let path, let version, let supported):
            "The store's ledger \(path) has version \(version); this library reads up to \(supported)"
        case .unusableFile(let path, let detail):
            "The store's ledger \(path) cannot be used: \(detail)"
        case .unusableReceipts(let path, let detail):
            "The store's receipts in \(path) cannot be kept: \(detail)"
        case .damagedKey(let path, let detail):
            "The key \(path), which signs the store's receipts, is damaged: \(detail)"
        case .diskFull(let path):
            "There is no space left for the store's ledger \(path)"
        case .busy(let path):
            "Another process keeps the store's ledger \(path) locked"
        case .uncertainChange(let path):
            """
            The disk failed while the store's ledger \(path) was written, and it is not known whether the change was made. \
            Do not pay again: a purchase that was made is delivered at the next launch.
            """
        case .unknownEntry(let id):
            "The store has no transaction \(id)"
        case .unsuitableEntry(let id, let needs):
            "Transaction \(id) is not \(needs)"
        case .unsuitableText(let text):
            "The store's ledger cannot keep a text with a NUL: \(text.debugDescription)"
        case .unknownProduct(let id):
            "The store has no product \(id)"
        case .refusedPurchase(let code, let reason):
            "The store refused the purchase with code \(code)" + (reason.map { ": \($0)" } ?? "")
        }
    }
}

extension Store.Error {
    init(_ error: any Swift.Error, at location: Store.Location) {
        switch error {
        case let error as Store.Error: self = error
        case let error as DatabaseError: self.init(error, path: location.path)
        default: self = .unusableFile(path: location.path, detail: error.localizedDescription)
        }
    }

    private init(_ error: DatabaseError, path: String) {
        let detail = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_FULL: self = .diskFull(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy(path: path)
        // A ledger that was not changed by anything else keeps all its constraints.
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
            self = .damagedFile(path: path, detail: detail)
        default: self = .unusableFile(path: path, detail: detail)
        }
    }
}
