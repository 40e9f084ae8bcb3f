import Foundation

/// The header of a rollback journal, as SQLite's file format documents it.
struct RollbackJournal {
    /// Whether undoing the change can bring tables back, for which a database needs a second page.
    let restoresTables: Bool

    /// Reads the header; `nil` when there is no journal that undoes anything.
    ///
    /// Unlike the database's, this file has no locks that closing it could drop.
    init?(contentsOfFile path: String) {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        let bytes = Array((try? file.octets(upTo: 28)) ?? Data())
        guard bytes.count == 28, bytes.starts(with: Self.magic) else { return nil }
        let originalPageCount = bytes[16..<20].reduce(0) { $0 << 8 | UInt32($1) }
        restoresTables = originalPageCount > 1
    }

    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
}
