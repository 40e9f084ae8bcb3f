import Foundation
import GRDB
import GRDBSQLite
import StoreModel

/// The header of a database file, as documented in SQLite's file format.
struct DatabaseHeader {
    private let bytes: [UInt8]

    /// Reads the header; `nil` if the file is missing or empty, where a ledger can be created.
    init?(contentsOf url: URL) throws(StoreError) {
        // Otherwise these would be the attributes of a symbolic link itself.
        let path = url.resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            return nil
        }
        switch attributes[.type] as? FileAttributeType {
        case .typeRegular?: break
        // A link to a file that does not exist yet.
        case .typeSymbolicLink?: return nil
        case .typeDirectory?:
            throw .foreignFile(path: url.path, detail: "it is a folder")
        default:
            throw .foreignFile(path: url.path, detail: "it is a pipe, a socket or a device")
        }
        // SQLite derives the log's name from the file's, so two names would have two logs.
        if let names = attributes[.referenceCount] as? Int, names > 1 {
            throw .linkedFile(path: url.path, count: names)
        }
        if attributes[.size] as? Int == 0 { return nil }
        guard let bytes = try Self.read(url) else {
            throw .foreignFile(path: url.path, detail: Self.noDatabase)
        }
        self.bytes = bytes
    }

    /// Whether the file has the application ID of ledgers.
    var isMarked: Bool { isDatabase && number(at: 68) == LedgerSchema.applicationID }

    /// Whether the database is empty: another process may be about to create the tables.
    var isUnused: Bool {
        let isLeaf = bytes[100] == 0x0D
        let cells = bytes[103...104]
        return isDatabase && number(at: 68) == 0 && number(at: 60) == 0
            && isLeaf && cells.allSatisfy { $0 == 0 }
    }

    /// Whether the page is all zeros, as after a power failure.
    var isBlank: Bool { bytes.allSatisfy { $0 == 0 } }

    /// Throws unless this library supports the ledger's version.
    func validateVersion(_ url: URL) throws(StoreError) {
        try LedgerSchema.validate(version: Int(number(at: 60)), of: url)
    }

    /// The reason why the file is not a ledger.
    var foreignDetail: String { isDatabase ? Self.otherApplication : Self.noDatabase }

    static let otherApplication = "it is the database of another application"
    private static let noDatabase = "it is not an SQLite database"

    private var isDatabase: Bool { bytes.starts(with: Array("SQLite format 3\0".utf8)) }

    private func number(at offset: Int) -> Int32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
    }

    /// Reads the database header and the header of the first page; `nil` if the file is shorter.
    ///
    /// They are read through SQLite instead of a file handle. When a process closes any descriptor
    /// of a file, POSIX releases all its locks on the file, and only SQLite can tell whether this
    /// process has the file open elsewhere. A connection that executes no statement takes no lock,
    /// and leaves the file and its journal unchanged.
    private static func read(_ url: URL) throws(StoreError) -> [UInt8]? {
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

/// The header of a rollback journal, as documented in SQLite's file format.
struct JournalHeader {
    /// Whether a rollback may restore tables: the database had more than one page.
    let restoresTables: Bool

    /// Reads the header; `nil` without a valid journal.
    ///
    /// A file handle is safe here, because SQLite holds no locks on this file.
    init?(contentsOfFile path: String) {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        let bytes = Array((try? file.readBytes(upTo: 28)) ?? Data())
        guard bytes.count == 28, bytes.starts(with: Self.magic) else { return nil }
        let originalPageCount = bytes[16..<20].reduce(0) { $0 << 8 | UInt32($1) }
        restoresTables = originalPageCount > 1
    }

    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
}
