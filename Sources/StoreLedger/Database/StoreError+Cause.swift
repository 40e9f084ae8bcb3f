import Foundation
import GRDB
package import StoreModel

// The errors of a store, by their causes.
extension StoreError {
    package init(_ error: any Swift.Error, at location: StoreLocation) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError: self.init(error, path: location.path)
        case _ where FullDisk.isCause(of: error): self = .diskFull(path: location.path)
        default: self = .unusableFile(path: location.path, detail: error.localizedDescription)
        }
    }

    /// The error of keys or receipts in a folder.
    package init(_ error: any Swift.Error, withReceiptsIn path: String) {
        switch error {
        case let error as StoreError: self = error
        case _ where FullDisk.isCause(of: error): self = .diskFull(path: path)
        default: self = .unusableReceipts(path: path, detail: error.localizedDescription)
        }
    }

    private init(_ error: DatabaseError, path: String) {
        // SQLite reports "out of memory" for a connection that is closed.
        let isClosed = error.resultCode == .SQLITE_MISUSE
        let detail =
            isClosed
            ? "it was closed" : error.message ?? "SQLite error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case _ where FullDisk.isCause(of: error, at: path): self = .diskFull(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy(path: path)
        // The store itself violates no constraint.
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
            self = .damagedFile(path: path, detail: detail)
        default: self = .unusableFile(path: path, detail: detail)
        }
    }
}

/// Recognises the errors that a full disk causes.
private enum FullDisk {
    /// SQLite enlarges the index of a log by this many bytes in one step.
    private static let smallestSpace: Int64 = 32 << 10

    static func isCause(of error: any Error) -> Bool {
        switch error {
        case let error as POSIXError: error.code == .ENOSPC || error.code == .EDQUOT
        case let error as CocoaError: error.code == .fileWriteOutOfSpace
        default: false
        }
    }

    /// SQLite often reports only that reading, writing or opening failed.
    static func isCause(of error: DatabaseError, at path: String) -> Bool {
        if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE { return true }
        switch error.resultCode {
        case .SQLITE_FULL: return true
        case .SQLITE_IOERR, .SQLITE_CANTOPEN: return hasNoSpace(beside: path)
        default: return false
        }
    }

    private static func hasNoSpace(beside path: String) -> Bool {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard let disk = try? FileManager.default.attributesOfFileSystem(forPath: folder) else {
            return false
        }
        func number(_ key: FileAttributeKey) -> Int64? { (disk[key] as? NSNumber)?.int64Value }
        let isFull = number(.systemFreeSize).map { $0 < smallestSpace } ?? false
        // Some file systems count no files.
        let hasNodes = (number(.systemNodes) ?? 0) > 0
        return isFull || hasNodes && number(.systemFreeNodes) == 0
    }
}
