import Foundation
import GRDB
import GRDBSQLite

/// The beginning of a database file, as SQLite's file format documents it.
struct LedgerHeader {
    private let bytes: [UInt8]

    /// Reads the header of a file; `nil` when there is no file, or an empty one, so that a ledger
    /// can be started.
    init?(contentsOf url: URL) throws(Store.Error) {
        // Attributes are those of a symbolic link itself.
        let path = url.resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            return nil
        }
        switch attributes[.type] as? FileAttributeType {
        case .typeRegular?: break
        // A link to a file that is not there yet.
        case .typeSymbolicLink?: return nil
        case .typeDirectory?:
            throw .foreignFile(path: url.path, detail: "it is a folder")
        default:
            throw .foreignFile(path: url.path, detail: "it is a pipe, a socket or a device")
        }
        // SQLite names the log after the file, so two names would have two logs.
        if let names = attributes[.referenceCount] as? Int, names > 1 {
            let detail = "it has \(names) names (hard links); a ledger may have only one"
            throw .unusableFile(path: url.path, detail: detail)
        }
        if attributes[.size] as? Int == 0 { return nil }
        guard let bytes = try Self.read(url) else {
            throw .foreignFile(path: url.path, detail: Self.noDatabase)
        }
        self.bytes = bytes
    }

    /// Whether the file says that it is a ledger.
    var isMarked: Bool { isDatabase && number(at: 68) == LedgerSchema.applicationID }

    /// Whether nobody has put anything in the database: another process may be about to write a
    /// ledger's first tables.
    var isUnused: Bool {
        let isLeaf = bytes[100] == 0x0D
        let cells = bytes[103...104]
        return isDatabase && number(at: 68) == 0 && number(at: 60) == 0
            && isLeaf && cells.allSatisfy { $0 == 0 }
    }

    /// Whether nothing of the page is there, as after a power cut.
    var isBlank: Bool { bytes.allSatisfy { $0 == 0 } }

    /// Fails unless this code knows the ledger's version.
    func validateVersion(_ url: URL) throws(Store.Error) {
        let version = Int(number(at: 60))
        guard version >= 0 else {
            throw .damagedFile(path: url.path, detail: "its user_version is \(version)")
        }
        guard version <= LedgerSchema.version else {
            throw .newerFile(
                path: url.path,
                version: version,
                supported: LedgerSchema.version
            )
        }
    }

    /// What is wrong with a file that is not a ledger.
    var foreignDetail: String { isDatabase ? Self.otherApplication : Self.noDatabase }

    static let otherApplication = "it is the database of another application"
    private static let noDatabase = "it is no SQLite database"

    private var isDatabase: Bool { bytes.starts(with: Array("SQLite format 3\0".utf8)) }

    private func number(at offset: Int) -> Int32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
    }

    /// The database header and the header of the first page; `nil` when the file is shorter than
    /// that.
    ///
    /// SQLite reads them, not a file handle: POSIX drops all locks that a process holds on a file
    /// when the process closes any descriptor of it, and SQLite alone knows whether this process
    /// has the file open elsewhere. A connection that executes no statement takes no lock, and
    /// leaves the file and its journal as they are.
    private static func read(_ url: URL) throws(Store.Error) -> [UInt8]? {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
        var code = sqlite3_open_v2(url.path, &connection, flags, nil)
        var file: UnsafeMutablePointer<sqlite3_file>?
        if code == SQLITE_OK {
            code = sqlite3_file_control(connection, nil, SQLITE_FCNTL_FILE_POINTER, &file)
        }
        var bytes = [UInt8](repeating: 0, count: 108)
        if code == SQLITE_OK {
            let methods = file?.pointee.pMethods?.pointee
            code = methods?.xRead?(file, &bytes, Int32(bytes.count), 0) ?? SQLITE_CANTOPEN
        }
        switch ResultCode(rawValue: code) {
        case .SQLITE_OK: return bytes
        case .SQLITE_IOERR_SHORT_READ: return nil
        default:
            throw .unusableFile(path: url.path, detail: String(cString: sqlite3_errstr(code)))
        }
    }
}
