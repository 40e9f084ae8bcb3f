public import Foundation
import StoreLedger
import StoreModel

// Copies of the ledger, to be put back later.
extension Store {
    /// Writes a copy of the ledger to a file, and the keys that sign receipts to a folder beside
    /// it.
    ///
    /// The copy is of one moment, whichever processes use the ledger, and is a ledger itself.
    /// Receipts and downloaded content are not copied: receipts are made again when needed. An
    /// earlier snapshot with this name is replaced, and a process that is killed leaves the former
    /// one or the new one, with its keys.
    ///
    /// - Throws: `.foreignFile` if another file has this name, `.busy` if it is a ledger that is
    ///   open, `.unusableFile` or `.diskFull` if the copy cannot be written.
    public func writeSnapshot(to file: URL) throws(StoreError) {
        if case .file(let ledger) = location {
            let isSame = file.canonicalPath == ledger.canonicalPath
            guard !isSame else { throw .ledgerItself(file) }
        }
        try core.ledger.writeCopy(to: file)
    }

    /// Replaces a ledger by a snapshot, and its signing keys by the snapshot's.
    ///
    /// No process may have the ledger open. Ledger and keys are replaced in one transaction: a
    /// killed process or a full disk leaves either the former ones or the new ones. A file that is
    /// damaged, or isn't a ledger, changes nothing.
    ///
    /// - Throws: `.busy` if another store or process has the ledger open, `.unusableFile` without a
    ///   snapshot, `.foreignFile` or `.damagedFile` with the wrong file, `.diskFull`.
    public static func restoreSnapshot(
        _ file: URL,
        toLedgerAt ledger: URL
    ) throws(StoreError) {
        guard file.canonicalPath != ledger.canonicalPath else { throw .ledgerItself(file) }
        try Snapshot(file: file).restore(toLedgerAt: ledger)
    }
}

extension StoreError {
    fileprivate static func ledgerItself(_ file: URL) -> StoreError {
        .unusableFile(path: file.path, detail: "the snapshot would be the ledger itself")
    }
}

extension URL {
    /// The path by which two names of a file are compared.
    fileprivate var canonicalPath: String { standardizedFileURL.resolvingSymlinksInPath().path }
}
